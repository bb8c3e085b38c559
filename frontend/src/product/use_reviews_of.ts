import { useDeferredValue, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { Card, Review } from '../api/types';
import { byName, groupByProduct } from '../rules/reviewed';
import { useCart } from '../stores/cart';
import { useReviews } from '../stores/reviews';
import { untilLoaded } from '../until_loaded';

/** The reviews of a product, or why they are not there. */
export type ReviewsState = readonly Review[] | 'loading' | 'failed';

type Search = typeof import('../rules/review_match') | 'loading' | 'failed';
type Groups = ReadonlyMap<string, Review[]>;

const none: readonly Review[] = [];

/**
 * The search for misspelt names. It is as large as all cards together, so it comes only where a review needs it, after the
 * page; without it the products are still for sale.
 */
const useSearch = create<{ search: Search }>(() => ({ search: 'loading' }));
let asked = false;

/** The reviews of a product, newest first: the same ones on its card and on its page. */
export function useReviewsOf(product: Card): ReviewsState {
  const list = useCart((state) => state.data);
  // The list of a shop of many products may not tell of this one.
  const products = useMemo(
    () => (list.some(({ _id }) => _id === product._id) ? list : [...list, product]),
    [list, product],
  );
  const reviews = useReviews((state) => state.data);
  const loading = useReviews((state) => state.loading);
  const failed = useReviews((state) => state.error !== null);
  const search = useDeferredValue(useSearch((state) => state.search));
  const groups = useMemo(() => groupsOf(products, reviews, search), [products, reviews, search]);
  const complete = groups !== undefined;

  useEffect(() => {
    if (!complete) loadSearch();
  }, [complete]);

  if (reviews.length === 0 && failed) return 'failed';
  if (list.length === 0 || (reviews.length === 0 && loading)) return 'loading';
  if (groups) return groups.get(product._id) ?? none;
  return search === 'failed' ? 'failed' : 'loading';
}

let last: { from: readonly unknown[]; groups: Groups | undefined } | undefined;

/** Every card asks for the same, so it is computed once. Nothing when a name needs the search, which is not there. */
function groupsOf(...from: [readonly Card[], readonly Review[], Search]): Groups | undefined {
  if (!last?.from.every((value, index) => value === from[index])) last = { from, groups: group(...from) };
  return last?.groups;
}

function group(products: readonly Card[], reviews: readonly Review[], search: Search): Groups | undefined {
  if (typeof search !== 'string') return groupByProduct(reviews, search.productMatcher(products));
  const named = byName(products);
  // Before the products have come no name is known, and none is misspelt either.
  const complete = products.length === 0 || reviews.every(({ productname }) => named(productname));
  return complete ? groupByProduct(reviews, named) : undefined;
}

function loadSearch(): void {
  if (asked) return;
  asked = true;
  void untilLoaded(askForSearch).then((search) => useSearch.setState({ search }));
}

async function askForSearch() {
  try {
    return await import('../rules/review_match');
  } catch (error) {
    useSearch.setState({ search: 'failed' });
    throw error;
  }
}
