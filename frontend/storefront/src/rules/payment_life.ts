import type { Payment, PaymentState } from '../api/types';

/** How long the page waits before each look, in seconds; from then on as long as the last. Money comes soon or late. */
const WAITS = [2, 3, 5, 8, 13, 20, 30];
/** Of a shopper who says that they paid, every so many looks ask the provider: its word may have been lost on the way. */
const PROVIDER_EVERY = 3;

/** States that change by themselves, soon: what a bank declined may still be paid, when the shopper tries again in their app. */
const MOVING: ReadonlySet<PaymentState> = new Set(['open', 'declined', 'confirming']);
/** States after which nothing is to be paid. */
const ENDED: ReadonlySet<PaymentState> = new Set([
  'paid',
  'held',
  'expired',
  'refunding',
  'refunded',
  'partly_refunded',
]);

/** A look at a payment that is to come. */
export interface Look {
  inMs: number;
  /** Whether the shop asks the provider first. */
  asksProvider: boolean;
}

/** The look after so many of them; none where nothing changes by itself. `claimed`: the shopper says that they paid. */
export function nextLook(state: PaymentState, looks: number, claimed: boolean): Look | undefined {
  if (!MOVING.has(state)) return undefined;
  const inSeconds = WAITS[Math.min(looks, WAITS.length - 1)] ?? 0;
  const asksProvider = (claimed || state === 'confirming') && looks % PROVIDER_EVERY === PROVIDER_EVERY - 1;
  return { inMs: inSeconds * 1000, asksProvider };
}

/** Whether nothing is to be paid any more. */
export function isEnded(state: PaymentState): boolean {
  return ENDED.has(state);
}

/** Whether the shop has to ask for money before it can be paid: nobody has, or the answer was lost. */
export function wantsStart({ state, payUrl, upiLink }: Payment): boolean {
  return state === 'not_started' || (state === 'open' && !payUrl && !upiLink);
}

/** The provider's page, where it is one: a link of another kind is not followed. */
export function payPage({ payUrl, isSimulated }: Payment): string | undefined {
  const isPage = payUrl && (payUrl.startsWith('https://') || (isSimulated && payUrl.startsWith('http://')));
  return isPage ? payUrl : undefined;
}

/** What opens a UPI app, where it is that. */
export function upiLinkOf({ upiLink }: Payment): string | undefined {
  return upiLink?.startsWith('upi://pay?') ? upiLink : undefined;
}

/** The shop's own UPI id, where the shopper pays into that: then nobody but the shopper and the bank knows of the money. */
export function ownUpiOf(payment: Payment): string | undefined {
  const link = payPage(payment) ? undefined : upiLinkOf(payment);
  return (link && new URL(link).searchParams.get('pa')) || undefined;
}

/** `4:09`, minutes and seconds. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
