import type { Order, OrderLine } from '../api/types';
import { mayBeCorrected } from './receiver';

// How many packs an order has, corrected before it is packed: the same rules as the service of orders has them.

/** Packs that a line takes at most. */
export const MOST_PACKS = 99;

/** Quantities by the packs they are of. */
export type Quantities = Readonly<Record<string, number>>;

/** What a line's pack is known by. */
export const packKey = ({ productId, weightInGrams }: Pick<OrderLine, 'productId' | 'weightInGrams'>) =>
  `${productId} ${weightInGrams}`;

/** Whether its quantities may be corrected: it is not packed yet, and no money was written down for it. */
export function takesQuantities(order: Pick<Order, 'status' | 'paymentStatus'>): boolean {
  return mayBeCorrected(order) && order.paymentStatus === 'pending';
}

/** The quantity that a line shall have: as it was typed, or as it is. */
export const quantityOf = (line: OrderLine, typed: Quantities): number =>
  typed[packKey(line)] ?? line.quantity;

/** What the order costs with these quantities, in rupees: a pack costs what was agreed to, and charges stay. */
export function totalWith({ lines, charges }: Pick<Order, 'lines' | 'charges'>, typed: Quantities): number {
  const goods = lines.reduce((sum, line) => sum + line.unitPrice * quantityOf(line, typed), 0);
  return charges.reduce((sum, { amount }) => sum + amount, goods);
}

/** Why these quantities cannot be sent; nothing when they can. */
export function whyNot({ lines }: Pick<Order, 'lines'>, typed: Quantities): string | undefined {
  if (lines.every((line) => quantityOf(line, typed) === 0)) {
    return 'One pack remains at least. Cancel the order if the shopper wants none of it.';
  }
  return lines.every((line) => quantityOf(line, typed) === line.quantity)
    ? 'Nothing is changed yet.'
    : undefined;
}

/** The lines as they are sent. */
export function sentLines({ lines }: Pick<Order, 'lines'>, typed: Quantities) {
  return lines.map((line) => ({
    productId: line.productId,
    weightInGrams: line.weightInGrams,
    quantity: quantityOf(line, typed),
  }));
}
