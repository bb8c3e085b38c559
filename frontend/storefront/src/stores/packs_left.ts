// How many packs a line of the cart can have. Pages that show no cart do without it.
import { create, useStore } from 'zustand';
import type { PackLeft } from '../api/types';
import { type CartItem, outranksList } from '../rules/cart_items';
import { leftOf } from '../rules/order_lines';
import { packsLeft } from '../rules/stock';
import { useCart } from './cart';
import { productDetails } from './product_details';
import { useRest } from './rest_of_cart';

/** What the last refusal of an order told, and when. */
const useRefused = create<{ told: readonly PackLeft[]; at: number }>(() => ({ told: [], at: 0 }));

/** Keeps what the refusal of an order tells, in place of what an earlier one told. */
export function takeOverLeft(told: readonly PackLeft[]): void {
  useRefused.setState({ told, at: Date.now() });
}

/** How many packs of a line can be had, as far as the shop has told. */
export function usePacksLeft(line: Pick<CartItem, '_id' | 'selectedWeight'>): number {
  const isSame = ({ _id }: { _id: string }) => _id === line._id;
  const refused = useRefused(({ told }) => leftOf(line, told));
  const refusedAt = useRefused(({ at }) => at);
  const listAsOf = useCart(({ asOf }) => asOf);
  const listed = useCart(({ data }) => data.find(isSame));
  const rest = useRest((products) => products.find(isSame));
  // In a shop of many products what was put into the cart a moment ago may be known by its page alone.
  const details = useStore(productDetails.store, (entries) => entries[line._id]);
  const inList = listed ?? rest;
  const isDetailed = details?.data && (!inList || details.asOf > listAsOf);
  const product = isDetailed ? details.data : inList;
  if (refused !== undefined && outranksList(refusedAt, isDetailed ? details.asOf : listAsOf)) return refused;
  const variant = product?.variants.find(({ weightInGrams }) => weightInGrams === line.selectedWeight);
  return packsLeft(variant ?? {});
}
