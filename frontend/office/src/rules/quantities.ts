import type { Order, OrderLine } from '../api/types';
import { mayBeCorrected } from './receiver';

// Corrects the quantities of an order before it is packed, by the same rules as the order service.

/** The most packs in a line. */
export const MOST_PACKS = 99;

/** Quantities by pack key. */
export type Quantities = Readonly<Record<string, number>>;

/** Returns the key of a line's pack. */
export const packKey = ({ productId, weightInGrams }: Pick<OrderLine, 'productId' | 'weightInGrams'>) =>
  `${productId} ${weightInGrams}`;

/** Returns true if the quantities may be corrected: the order is not packed, and no payment was recorded. */
export function takesQuantities(order: Pick<Order, 'status' | 'paymentStatus'>): boolean {
  return mayBeCorrected(order) && order.paymentStatus === 'pending';
}

/** Returns the quantity of a line: the typed one, or the current one. */
export const quantityOf = (line: OrderLine, typed: Quantities): number =>
  typed[packKey(line)] ?? line.quantity;

/** Returns the total with these quantities, in rupees. Pack prices and charges stay as ordered. */
export function totalWith({ lines, charges }: Pick<Order, 'lines' | 'charges'>, typed: Quantities): number {
  const goods = lines.reduce((sum, line) => sum + line.unitPrice * quantityOf(line, typed), 0);
  return charges.reduce((sum, { amount }) => sum + amount, goods);
}

/** Returns why these quantities cannot be sent, or undefined if they can. */
export function whyNot({ lines }: Pick<Order, 'lines'>, typed: Quantities): string | undefined {
  if (lines.every((line) => quantityOf(line, typed) === 0)) {
    return 'At least one pack must remain. To remove all packs, cancel the order.';
  }
  return lines.every((line) => quantityOf(line, typed) === line.quantity)
    ? 'Nothing is changed yet.'
    : undefined;
}

/** Returns the lines of the request. */
export function sentLines({ lines }: Pick<Order, 'lines'>, typed: Quantities) {
  return lines.map((line) => ({
    productId: line.productId,
    weightInGrams: line.weightInGrams,
    quantity: quantityOf(line, typed),
  }));
}
