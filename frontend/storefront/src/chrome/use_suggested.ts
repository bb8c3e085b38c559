import { useEffect, useState } from 'react';
import { findCards } from '../api/client';
import type { Card } from '../api/types';
import { suggestProducts } from '../rules/search';
import { useCart } from '../stores/cart';

/** The pause in typing after which a shop with an incomplete product list is asked. */
const PAUSE_MS = 200;

/** Suggestions, and true in `failed` if they could not be fetched. */
export interface Suggested {
  products: readonly Card[];
  failed: boolean;
}

const none: Suggested = { products: [], failed: false };

/** The products that the words typed so far may mean: from a complete list, else from the server. */
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
      // The shopper has typed on, and a later answer counts.
      if (wanted) setAnswer(next);
    }, PAUSE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [search, whole]);

  // Results for fewer letters stay until the next answer, as far as they still match.
  const products = suggestProducts(whole ? data : answer.products, search);
  return { products, failed: answer.failed && search !== '' };
}
