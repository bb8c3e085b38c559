import type { Proof } from '../api/types';
import { paths } from '../paths';

/**
 * The payment page of an order. A mail link's token is in the hash, which is not sent to servers; a mobile number is in no address. Not in
 * paths.ts, which every first visit loads.
 */
export function paymentPath(orderNumber: string, { token }: Proof): string {
  if (token) return `${paths.payment}#${orderNumber}/${token}`;
  return `${paths.payment}?order=${encodeURIComponent(orderNumber)}`;
}

/** The end of links in mails: `#VM-261123-7K3QX/6a3b-00c0ffee`. */
const LINK = /^#([^/]+)\/([0-9a-f-]+)$/i;

/** The order number and the token in an address. */
export function linkedOrder({ hash, search }: { hash: string; search: string }): {
  orderNumber: string;
  token: string;
} {
  const [, linked = '', token = ''] = LINK.exec(hash) ?? [];
  return { orderNumber: linked || (new URLSearchParams(search).get('order') ?? ''), token };
}
