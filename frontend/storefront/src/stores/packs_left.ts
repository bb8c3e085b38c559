// The number of packs available for a cart line. Pages without a cart do not load this code.
import { create, useStore } from 'zustand';
import type { PackLeft } from '../api/types';
import { type CartItem, outranksList } from '../rules/cart_items';
import { leftOf } from '../rules/order_lines';
import { packsLeft } from '../rules/stock';
import { useCart } from './cart';
import { productDetails } from './product_details';
import { useRest } from './rest_of_cart';

/** The packs left according to the last refused order, and the time of the refusal. */
const useRefused = create<{ packs: readonly PackLeft[]; at: number }>(() => ({ packs: [], at: 0 }));

/** Stores the packs left from a refused order, in place of earlier ones. */
export function takeOverLeft(packs: readonly PackLeft[]): void {
  useRefused.setState({ packs, at: Date.now() });
}

/** The number of packs of a line that are available, as far as known. */
export function usePacksLeft(line: Pick<CartItem, '_id' | 'selectedWeight'>): number {
  const isSame = ({ _id }: { _id: string }) => _id === line._id;
  const refused = useRefused(({ packs }) => leftOf(line, packs));
  const refusedAt = useRefused(({ at }) => at);
  const listAsOf = useCart(({ asOf }) => asOf);
  const listed = useCart(({ data }) => data.find(isSame));
  const rest = useRest((products) => products.find(isSame));
  // If the list is incomplete, a product just added to the cart may be known only from its page.
  const details = useStore(productDetails.store, (entries) => entries[line._id]);
  const inList = listed ?? rest;
  const isDetailed = details?.data && (!inList || details.asOf > listAsOf);
  const product = isDetailed ? details.data : inList;
  if (refused !== undefined && outranksList(refusedAt, isDetailed ? details.asOf : listAsOf)) return refused;
  const variant = product?.variants.find(({ weightInGrams }) => weightInGrams === line.selectedWeight);
  return packsLeft(variant ?? {});
}
