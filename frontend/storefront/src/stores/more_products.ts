import { findCards } from '../api/client';
import { useCart } from './cart';
import { cardsBehind } from './rest_of_cart';

/** Adds the next products to the list of a shop of many. Rejects when they cannot be had. */
export async function loadMore(): Promise<void> {
  const { next: after } = useCart.getState();
  if (after === null) return;
  const more = await findCards({ after });
  useCart.setState((state) => {
    // The list was loaded anew meanwhile.
    if (state.next !== after) return state;
    const { products: data, total, next } = cardsBehind({ ...state, products: state.data }, more);
    return { data, total, next };
  });
}
