import { create } from 'zustand';
import type { OrderPayload } from '../../api/types';
import { type CheckoutDetails, type CheckoutField, emptyDetails } from '../../rules/checkout';

/**
 * A checkout from the first letter typed to the order placed. It outlives the dialog, so that nothing typed is lost
 * when the shopper closes it to look something up. It is never stored: phones are shared.
 */
interface Attempt {
  details: CheckoutDetails;
}

export const useAttempt = create<Attempt>(() => ({ details: emptyDetails }));

let sent: { payload: string; key: string } | undefined;

/** Keeps what the shopper types. */
export function setDetail(field: CheckoutField, value: string): void {
  useAttempt.setState(({ details }) => ({ details: { ...details, [field]: value } }));
}

/** The idempotency key of an order: the same for every retry, another as soon as anything in the order differs. */
export function keyOf(order: OrderPayload): string {
  const payload = JSON.stringify(order);
  if (sent?.payload !== payload) sent = { payload, key: newKey() };
  return sent.key;
}

/** Forgets the attempt once its order is placed: the same goods again are another order. */
export function finishAttempt(): void {
  useAttempt.setState({ details: emptyDetails });
  sent = undefined;
}

/** `randomUUID` is missing where the shop is not served over TLS, as on a developer's local network. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
