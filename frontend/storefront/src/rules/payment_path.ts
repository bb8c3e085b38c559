import type { Proof } from '../api/types';
import { paths } from '../paths';

/**
 * Where an order is paid. The token of a mail's link stands where no server is sent it; a mobile number stands in no address. It is
 * not made in paths.ts, which every first visit loads.
 */
export function paymentPath(orderNumber: string, { token }: Proof): string {
  if (token) return `${paths.payment}#${orderNumber}/${token}`;
  return `${paths.payment}?order=${encodeURIComponent(orderNumber)}`;
}

/** `#VM-261123-7K3QX/6a3b-00c0ffee`, as links in mails end. */
const LINK = /^#([^/]+)\/([0-9a-f-]+)$/i;

/** Which order a page's address is about, and the token that its link brings. */
export function linkedOrder({ hash, search }: { hash: string; search: string }): {
  orderNumber: string;
  token: string;
} {
  const [, linked = '', token = ''] = LINK.exec(hash) ?? [];
  return { orderNumber: linked || (new URLSearchParams(search).get('order') ?? ''), token };
}
