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

/** The reviews of a product, or why they are missing. */
export type ReviewsState = readonly Review[] | 'loading' | 'failed';

type Search = typeof import('../../rules/review_match') | 'loading' | 'failed';

/** The maximum length of the list of newest reviews. A list of this length means that there are older ones. */
const MOST_LISTED = 200;

/**
 * The search for misspelt names. Its code is as large as all cards together, so it loads after the page, and only if a review needs it.
 * Without it, reviews with such names are missing.
 */
const useSearch = create<{ search: Search }>(() => ({ search: 'loading' }));
let asked = false;

/**
 * The reviews of a product, newest first: those of the newest reviews that mean it, also with misspelt names, then older ones with its
 * exact name. The server calculates the mean rating and the count.
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
    // The ids are ordered by time.
    return [...all.values()].sort((one, other) => (one._id < other._id ? 1 : -1));
  }, [search, list, product, named, misspelt, older.data]);

  if (found.length > 0) return found;
  if (newest.length === 0 && error !== null) return 'failed';
  if (list.length === 0 || older.loading || (newest.length === 0 && loading)) return 'loading';
  if (older.error !== undefined) return 'failed';
  return needsSearch && typeof search === 'string' ? search : found;
}

/** The reviews that name the product by id or name, and those that name no known product. */
function byProduct(product: Card, list: readonly Card[], reviews: readonly Review[]) {
  // An incomplete list may lack this product.
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
