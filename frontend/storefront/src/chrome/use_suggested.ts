import { useEffect, useState } from 'react';
import { findCards } from '../api/client';
import type { Card } from '../api/types';
import { suggestProducts } from '../rules/search';
import { useCart } from '../stores/cart';

/** How long somebody who types has to pause before a shop of many products is asked. */
const PAUSE_MS = 200;

/** Suggestions, and whether they could not be had. */
export interface Suggested {
  products: readonly Card[];
  failed: boolean;
}

const none: Suggested = { products: [], failed: false };

/** The products that words typed so far may mean: of the list where it is whole, else those that the shop finds. */
export function useSuggested(words: string): Suggested {
  const { data, whole } = useCart();
  const [answer, setAnswer] = useState(none);
  const search = words.trim();

  useEffect(() => {
    if (whole || !search) return;
    let wanted = true;
    const timer = setTimeout(async () => {
      const next = await findCards({ search }).then(
        ({ products }) => ({ products, failed: false }),
        () => ({ products: [], failed: true }),
      );
      // Who has typed on is answered by a later one.
      if (wanted) setAnswer(next);
    }, PAUSE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [search, whole]);

  // What was found for fewer letters stands until the next answer comes, as far as it still fits.
  const products = suggestProducts(whole ? data : answer.products, search);
  return { products, failed: answer.failed && search !== '' };
}
