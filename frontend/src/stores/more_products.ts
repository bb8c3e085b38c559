import { findCards } from '../api/client';
import { useCart } from './cart';

/** Adds the next products to the list of a shop of many. Rejects when they cannot be had. */
export async function loadMore(): Promise<void> {
  const { next: after } = useCart.getState();
  if (after === null) return;
  const { products, total, next } = await findCards({ after });
  useCart.setState((state) => {
    // The list was loaded anew meanwhile.
    if (state.next !== after) return state;
    const known = new Set(state.data.map(({ _id }) => _id));
    return { data: [...state.data, ...products.filter(({ _id }) => !known.has(_id))], total, next };
  });
}
