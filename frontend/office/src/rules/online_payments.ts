import type { Order } from '../api/types';
import type {
  FindingKind,
  OrderDocument,
  OrderPayment,
  PaymentState,
  Refund,
  RefundReason,
  StaffReason,
} from '../api/payments';
import type { SettlementState } from '../api/settlements';
import type { Tone } from './order_states';
import { formatTotal } from 'shared/rules/rupees';

/** The labels of payment states. */
export const PAYMENT_STATES: Readonly<Record<PaymentState, { label: string; tone: Tone }>> = {
  not_started: { label: 'Tried, not paid', tone: 'plain' },
  open: { label: 'Waiting for the shopper', tone: 'wait' },
  declined: { label: 'Declined, can be tried again', tone: 'wait' },
  confirming: { label: 'Pending', tone: 'wait' },
  paid: { label: 'Paid', tone: 'ok' },
  held: { label: 'Held: wrong amount', tone: 'bad' },
  expired: { label: 'Not paid in time', tone: 'plain' },
  refunding: { label: 'Refund pending', tone: 'wait' },
  refunded: { label: 'Refunded', tone: 'plain' },
  partly_refunded: { label: 'Partly refunded', tone: 'plain' },
};

/** The labels of refund states. */
export const REFUND_STATES: Readonly<Record<Refund['state'], { label: string; tone: Tone }>> = {
  wanted: { label: 'Requested from the provider', tone: 'wait' },
  pending: { label: 'On its way', tone: 'wait' },
  processed: { label: 'Refunded', tone: 'ok' },
  failed: { label: 'Refund failed', tone: 'bad' },
};

/** The labels of the reasons of refunds that staff start. */
export const STAFF_REASONS: Readonly<Record<StaffReason, string>> = {
  returned: 'Packs were returned',
  wrong_amount: 'Wrong amount',
  goodwill: 'Goodwill',
};

/** Returns the reason of a refund if it is known. Otherwise the staff member chooses one. */
export function usualReason({ state }: Pick<OrderPayment, 'state'>): StaffReason | '' {
  return state === 'held' ? 'wrong_amount' : '';
}

/** The labels of all refund reasons. */
export const REFUND_REASONS: Readonly<Record<RefundReason, string>> = {
  ...STAFF_REASONS,
  too_late: 'it arrived after the order was cancelled',
  paid_twice: 'the order was paid twice',
  cancelled: 'the order was cancelled',
  other: 'another reason',
};

/** Returns the name of the payment provider. */
export function providerWords(provider: string): string {
  if (provider === 'razorpay') return 'Razorpay';
  return provider === 'upi' ? 'UPI' : provider;
}

/** A tab of the list of payments: its name in the address, its label and its states. */
export interface PaymentTab {
  name: string;
  label: string;
  states: PaymentState[];
}

const ALL: PaymentTab = { name: '', label: 'All', states: [] };

/** The tabs, those with open work first. The first one shows all payments. */
export const PAYMENT_TABS: readonly PaymentTab[] = [
  ALL,
  { name: 'held', label: 'Held', states: ['held'] },
  { name: 'to-confirm', label: 'Pending', states: ['confirming'] },
  { name: 'paid', label: 'Paid', states: ['paid'] },
  { name: 'going-back', label: 'Refund pending', states: ['refunding'] },
  { name: 'went-back', label: 'Refunded', states: ['refunded', 'partly_refunded'] },
  {
    name: 'not-paid',
    label: 'Not paid',
    states: ['not_started', 'open', 'declined', 'expired'],
  },
];

/** Returns the tab with this name in the address, or the tab of all payments. */
export function paymentTabOf(name: string | null): PaymentTab {
  return PAYMENT_TABS.find((tab) => tab.name === name) ?? ALL;
}

/** The name of the tab of payment issues in the address. */
export const FINDINGS_TAB = 'to-look-at';

/** The name of the tab of payouts in the address. */
export const SETTLEMENTS_TAB = 'settlements';

/** The labels of payout states. */
export const SETTLEMENT_STATES: Readonly<Record<SettlementState, { label: string; tone: Tone }>> = {
  waiting: { label: 'On its way', tone: 'wait' },
  matched: { label: 'Matched and booked', tone: 'ok' },
  unmatched: { label: 'Does not match', tone: 'bad' },
  failed: { label: 'Refused by the bank', tone: 'bad' },
};

/** Formats a sum that may be negative. */
export function signedTotal(rupees: number): string {
  return rupees < 0 ? `−${formatTotal(-rupees)}` : formatTotal(rupees);
}

/** The labels of payment issues. */
export const FINDING_KINDS: Readonly<Record<FindingKind, { label: string; tone: Tone }>> = {
  money_without_order: { label: 'Not taken by its order', tone: 'bad' },
  payment_disputed: { label: 'Disputed', tone: 'bad' },
  held: { label: 'Held: wrong amount', tone: 'bad' },
  refund_failed: { label: 'Refund failed', tone: 'bad' },
  refund_waiting: { label: 'The provider does not send it', tone: 'bad' },
  refund_by_hand: { label: 'Refund to send by hand', tone: 'wait' },
  refund_late: { label: 'Refund takes long', tone: 'wait' },
  more_went_back: { label: 'More refunded than received', tone: 'bad' },
  payment_not_taken: { label: 'Not taken by the provider', tone: 'bad' },
  payment_unknown: { label: 'Money without an order', tone: 'bad' },
  payment_differs: { label: 'Amount differs at the provider', tone: 'bad' },
  payment_not_listed: { label: 'Not in the provider’s list', tone: 'bad' },
  refund_unknown: { label: 'Refund not requested here', tone: 'bad' },
  refund_differs: { label: 'Refunded amount differs', tone: 'bad' },
  refund_not_listed: { label: 'Refund pending, not in the list', tone: 'bad' },
  unreadable: { label: 'Cannot be read', tone: 'wait' },
  settlement_unmatched: { label: 'Settlement does not match', tone: 'bad' },
  stale_attempt: { label: 'Can still be paid', tone: 'wait' },
  other: { label: 'Something else', tone: 'wait' },
};

/** Returns true if a part of a payment can be refunded now. A pending payment cannot, because its use is not decided yet. */
export function mayGoBack({ left, state }: Pick<OrderPayment, 'left' | 'state'>): boolean {
  return left > 0 && state !== 'confirming';
}

/** The labels of documents. */
export const DOCUMENTS: Readonly<Record<OrderDocument['kind'], string>> = {
  invoice: 'Invoice',
  bill_of_supply: 'Bill of supply',
  credit_note: 'Credit note',
};

/** Returns the file name of a document. Slashes in its number become hyphens. */
export function fileNameOf({ number }: Pick<OrderDocument, 'number'>): string {
  return `${number.replaceAll(/[^A-Za-z0-9]/g, '-')}.pdf`;
}

/** Returns true if an order may have documents. Before payment or packing there are none. */
export function mayHaveDocuments({
  status,
  paymentStatus,
}: Pick<Order, 'status' | 'paymentStatus'>): boolean {
  return paymentStatus !== 'pending' || !['placed', 'confirmed'].includes(status);
}

/** Returns true if a document is still missing. Documents are issued within seconds of a status change. */
export function awaitsDocument(
  { status }: Pick<Order, 'status'>,
  documents: readonly Pick<OrderDocument, 'kind'>[],
): boolean {
  const hasSale = documents.some(({ kind }) => kind !== 'credit_note');
  if (['placed', 'confirmed'].includes(status)) return false;
  if (['cancelled', 'returned_to_origin', 'lost', 'returned'].includes(status)) {
    return hasSale && documents.at(-1)?.kind !== 'credit_note';
  }
  return !hasSale;
}
