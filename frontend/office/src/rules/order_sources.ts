import type { OrderSource } from '../api/types';

/** How an order reached the shop, in a sentence that begins `Placed`. */
export const SOURCES: Readonly<Record<OrderSource, string>> = {
  web: 'in the shop',
  phone: 'by phone',
  whatsapp: 'on WhatsApp',
};
