import { useDeferredValue, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { Card, Review } from '../../api/types';
import { byName } from '../../rules/reviewed';
import { useCart } from '../../stores/cart';
import { productReviews } from '../../stores/product_reviews';
import { lookForReviews, useReviews } from '../../stores/reviews';
import { useWhenSeen } from '../../stores/resource';
import { useResource } from '../../stores/use_resource';
import { untilLoaded } from '../../start/until_loaded';

/** The reviews of a product, or why they are not there. */
export type ReviewsState = readonly Review[] | 'loading' | 'failed';

type Search = typeof import('../../rules/review_match') | 'loading' | 'failed';

/** As long as the shop's list of the newest reviews is at most; there are others then. */
const MOST_LISTED = 200;

/**
 * The search for misspelt names. It is as large as all cards together, so it comes only where a review needs it, after the
 * page; without it reviews with such names are missing.
 */
const useSearch = create<{ search: Search }>(() => ({ search: 'loading' }));
let asked = false;

/**
 * What shoppers wrote about a product, newest first: those of the shop's newest reviews that mean it, however they spell its
 * name, and behind them the older ones that name it. How many there are and what they gave is for the server to say.
 */
export function useProductReviews(product: Card): ReviewsState {
  const list = useCart((state) => state.data);
  const { data: newest, loading, error } = useReviews();
  useWhenSeen(lookForReviews);
  const older = useResource(productReviews, newest.length < MOST_LISTED ? undefined : product.productName);
  const search = useDeferredValue(useSearch((state) => state.search));
  const { named, misspelt } = useMemo(() => byProduct(product, list, newest), [product, list, newest]);
  const needsSearch = misspelt.length > 0;

  useEffect(() => {
    if (needsSearch) loadSearch();
  }, [needsSearch]);

  const found = useMemo(() => {
    const match = typeof search === 'string' ? () => undefined : search.productMatcher([...list, product]);
    const meant = misspelt.filter(({ productname }) => match(productname)?._id === product._id);
    const all = new Map([...(older.data ?? []), ...named, ...meant].map((review) => [review._id, review]));
    // The ids are in the order of time.
    return [...all.values()].sort((one, other) => (one._id < other._id ? 1 : -1));
  }, [search, list, product, named, misspelt, older.data]);

  if (found.length > 0) return found;
  if (newest.length === 0 && error !== null) return 'failed';
  if (list.length === 0 || older.loading || (newest.length === 0 && loading)) return 'loading';
  if (older.error !== undefined) return 'failed';
  return needsSearch && typeof search === 'string' ? search : found;
}

/** The reviews that mean the product, by its id or by its name, and those that name none. */
function byProduct(product: Card, list: readonly Card[], reviews: readonly Review[]) {
  // The list of a shop of many products may not tell of this one.
  const productOf = byName([...list, product]);
  const idOf = ({ productId, productname }: Review) => productId ?? productOf(productname)?._id;
  return {
    named: reviews.filter((review) => idOf(review) === product._id),
    misspelt: list.length > 0 ? reviews.filter((review) => idOf(review) === undefined) : [],
  };
}

function loadSearch(): void {
  if (asked) return;
  asked = true;
  void untilLoaded(askForSearch).then((search) => useSearch.setState({ search }));
}

async function askForSearch() {
  try {
    return await import('../../rules/review_match');
  } catch (error) {
    useSearch.setState({ search: 'failed' });
    throw error;
  }
}
