import type { Order } from '../api/types';

/** Shown on an order without an e-mail address, in place of what the shopper would read. */
export const NO_EMAIL = 'There is no e-mail address: call the shopper.';

/** Shown for many orders, and for an order whose e-mail address is not known here. */
export const SOME_EMAIL = 'Shoppers with an e-mail address get an e-mail.';

type Reached = Pick<Order, 'email' | 'mobileNumber'>;

/** Returns how the shopper learns of a change: `told` if the order has an e-mail address. A masked order shows no address. */
export function toldWords(order: Reached | undefined, told = 'The shopper gets an e-mail.'): string {
  if (order?.email) return told;
  return !order || order.mobileNumber.startsWith('…') ? SOME_EMAIL : NO_EMAIL;
}
