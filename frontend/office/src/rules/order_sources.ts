import type { OrderSource } from '../api/types';

/** How an order was placed, in a sentence that begins with `Placed`. */
export const SOURCES: Readonly<Record<OrderSource, string>> = {
  web: 'in the shop',
  phone: 'by phone',
  whatsapp: 'on WhatsApp',
};
