import type { Payment, PaymentState } from '../api/types';

/** The waits before each poll, in seconds; the last one repeats. Payments arrive soon or late. */
const WAITS = [2, 3, 5, 8, 13, 20, 30];
/** If the shopper says that they paid, every nth poll asks the provider, because its webhook may be lost. */
const PROVIDER_EVERY = 3;

/** States that may change soon without the shopper's action here. A declined payment can be retried in the UPI app. */
const MOVING: ReadonlySet<PaymentState> = new Set(['open', 'declined', 'confirming']);
/** States in which nothing is left to pay. */
const ENDED: ReadonlySet<PaymentState> = new Set([
  'paid',
  'held',
  'expired',
  'refunding',
  'refunded',
  'partly_refunded',
]);

/** The next poll of a payment. */
export interface Look {
  inMs: number;
  /** True if the shop asks the provider first. */
  asksProvider: boolean;
}

/**
 * The next poll after `looks` polls; undefined if the state does not change by itself. `claimed` is true if the shopper says that they
 * paid.
 */
export function nextLook(state: PaymentState, looks: number, claimed: boolean): Look | undefined {
  if (!MOVING.has(state)) return undefined;
  const inSeconds = WAITS[Math.min(looks, WAITS.length - 1)] ?? 0;
  const asksProvider = (claimed || state === 'confirming') && looks % PROVIDER_EVERY === PROVIDER_EVERY - 1;
  return { inMs: inSeconds * 1000, asksProvider };
}

/** True if nothing is left to pay. */
export function isEnded(state: PaymentState): boolean {
  return ENDED.has(state);
}

/** True if the payment has to be started: it was not yet, or the answer was lost. */
export function wantsStart({ state, payUrl, upiLink }: Payment): boolean {
  return state === 'not_started' || (state === 'open' && !payUrl && !upiLink);
}

/** The provider's payment page. Links of other kinds are ignored. */
export function payPage({ payUrl, isSimulated }: Payment): string | undefined {
  const isPage = payUrl && (payUrl.startsWith('https://') || (isSimulated && payUrl.startsWith('http://')));
  return isPage ? payUrl : undefined;
}

/** The link that opens a UPI app. */
export function upiLinkOf({ upiLink }: Payment): string | undefined {
  return upiLink?.startsWith('upi://pay?') ? upiLink : undefined;
}

/** The shop's own UPI id, if the shopper pays to it directly. Then no provider reports the payment. */
export function ownUpiOf(payment: Payment): string | undefined {
  const link = payPage(payment) ? undefined : upiLinkOf(payment);
  return (link && new URL(link).searchParams.get('pa')) || undefined;
}

/** Formats seconds as minutes and seconds: `4:09`. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
