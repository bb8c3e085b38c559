import type { Order } from '../api/types';

/** Shown on an order without an email address, in place of what the shopper would read. */
export const NO_EMAIL = 'There is no email address: call the shopper.';

/** Shown for many orders, and for an order whose email address is not known here. */
export const SOME_EMAIL = 'Shoppers with an email address get an email.';

type Reached = Pick<Order, 'email' | 'mobileNumber'>;

/** Returns how the shopper learns of a change: `text` if the order has an email address. A masked order shows no address. */
export function emailWords(order: Reached | undefined, text = 'The shopper gets an email.'): string {
  if (order?.email) return text;
  return !order || order.mobileNumber.startsWith('…') ? SOME_EMAIL : NO_EMAIL;
}
