import { findCards } from '../api/client';
import { useCart } from './cart';
import { cardsBehind } from './rest_of_cart';

/** Adds the next page of products to an incomplete list. Rejects if it cannot be fetched. */
export async function loadMore(): Promise<void> {
  const { next: after } = useCart.getState();
  if (after === null) return;
  const more = await findCards({ after });
  useCart.setState((state) => {
    // The list was loaded again meanwhile.
    if (state.next !== after) return state;
    const { products: data, total, next } = cardsBehind({ ...state, products: state.data }, more);
    return { data, total, next };
  });
}
