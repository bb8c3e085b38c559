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

/** What staff read of where a payment stands. */
export const PAYMENT_STATES: Readonly<Record<PaymentState, { label: string; tone: Tone }>> = {
  not_started: { label: 'Tried before, not paid', tone: 'plain' },
  open: { label: 'Waits for the shopper', tone: 'wait' },
  declined: { label: 'Declined, may be tried again', tone: 'wait' },
  confirming: { label: 'Pending', tone: 'wait' },
  paid: { label: 'Paid', tone: 'ok' },
  held: { label: 'Held: another sum came', tone: 'bad' },
  expired: { label: 'Not paid in time', tone: 'plain' },
  refunding: { label: 'Refund pending', tone: 'wait' },
  refunded: { label: 'Refunded', tone: 'plain' },
  partly_refunded: { label: 'Partly refunded', tone: 'plain' },
};

/** What staff read of where a refund stands. */
export const REFUND_STATES: Readonly<Record<Refund['state'], { label: string; tone: Tone }>> = {
  wanted: { label: 'The provider is being asked', tone: 'wait' },
  pending: { label: 'On its way', tone: 'wait' },
  processed: { label: 'Refunded', tone: 'ok' },
  failed: { label: 'Refund failed', tone: 'bad' },
};

/** Why staff send money back. */
export const STAFF_REASONS: Readonly<Record<StaffReason, string>> = {
  returned: 'Packs came back',
  wrong_amount: 'Another sum came',
  goodwill: 'Goodwill',
};

/** Why money of a payment goes back, where that is known; whoever sends it back chooses otherwise. */
export function usualReason({ state }: Pick<OrderPayment, 'state'>): StaffReason | '' {
  return state === 'held' ? 'wrong_amount' : '';
}

/** Why money goes back. */
export const REFUND_REASONS: Readonly<Record<RefundReason, string>> = {
  ...STAFF_REASONS,
  too_late: 'it came after the order had ended',
  paid_twice: 'the order was paid before',
  cancelled: 'the order was cancelled',
  other: 'another reason',
};

/** Whom shoppers pay. */
export function providerWords(provider: string): string {
  if (provider === 'razorpay') return 'Razorpay';
  return provider === 'upi' ? 'UPI' : provider;
}

/** A tab of the list of payments: its name in the address, what it is called, and which states it holds. */
export interface PaymentTab {
  name: string;
  label: string;
  states: PaymentState[];
}

const ALL: PaymentTab = { name: '', label: 'All', states: [] };

/** The tabs, what is to be done before what is done; the first holds all. */
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

/** The tab of a name in an address; all payments for a name that there is not. */
export function paymentTabOf(name: string | null): PaymentTab {
  return PAYMENT_TABS.find((tab) => tab.name === name) ?? ALL;
}

/** The tab of what does not end by itself, as the address names it. */
export const FINDINGS_TAB = 'to-look-at';

/** The tab of what the provider paid out. */
export const SETTLEMENTS_TAB = 'settlements';

/** What staff read of whether a settlement is made of what is known. */
export const SETTLEMENT_STATES: Readonly<Record<SettlementState, { label: string; tone: Tone }>> = {
  waiting: { label: 'On its way', tone: 'wait' },
  matched: { label: 'Matches, in the books', tone: 'ok' },
  unmatched: { label: 'Does not match', tone: 'bad' },
  failed: { label: 'The bank did not take it', tone: 'bad' },
};

/** A sum that may be below 0. */
export function signedTotal(rupees: number): string {
  return rupees < 0 ? `−${formatTotal(-rupees)}` : formatTotal(rupees);
}

/** What staff read of what somebody has to look at. */
export const FINDING_KINDS: Readonly<Record<FindingKind, { label: string; tone: Tone }>> = {
  money_without_order: { label: 'Money without its order', tone: 'bad' },
  payment_disputed: { label: 'Disputed', tone: 'bad' },
  held: { label: 'Held: another sum came', tone: 'bad' },
  refund_failed: { label: 'Refund failed', tone: 'bad' },
  refund_waiting: { label: 'The provider does not send it', tone: 'bad' },
  refund_by_hand: { label: 'Refund to send by hand', tone: 'wait' },
  refund_late: { label: 'Refund takes long', tone: 'wait' },
  more_went_back: { label: 'More refunded than received', tone: 'bad' },
  payment_not_taken: { label: 'Not taken by the provider', tone: 'bad' },
  payment_unknown: { label: 'Money of no order', tone: 'bad' },
  payment_differs: { label: 'Another sum at the provider', tone: 'bad' },
  payment_not_listed: { label: 'Not in the provider’s list', tone: 'bad' },
  refund_unknown: { label: 'Refund sent by nobody here', tone: 'bad' },
  refund_differs: { label: 'Another sum refunded', tone: 'bad' },
  refund_not_listed: { label: 'Refund pending, not in the list', tone: 'bad' },
  unreadable: { label: 'Cannot be read', tone: 'wait' },
  settlement_unmatched: { label: 'Settlement does not match', tone: 'bad' },
  stale_attempt: { label: 'Can still be paid', tone: 'wait' },
  other: { label: 'Something else', tone: 'wait' },
};

/** Whether some of a payment may be sent back now: while it is being confirmed nobody knows yet what the money is for. */
export function mayGoBack({ left, state }: Pick<OrderPayment, 'left' | 'state'>): boolean {
  return left > 0 && state !== 'confirming';
}

/** What documents are called. */
export const DOCUMENTS: Readonly<Record<OrderDocument['kind'], string>> = {
  invoice: 'Invoice',
  bill_of_supply: 'Bill of supply',
  credit_note: 'Credit note',
};

/** What a document's file is called; the slashes of its number name no folders. */
export function fileNameOf({ number }: Pick<OrderDocument, 'number'>): string {
  return `${number.replaceAll(/[^A-Za-z0-9]/g, '-')}.pdf`;
}

/** Whether something may have been issued for an order: nothing is before it is paid or packed. */
export function mayHaveDocuments({
  status,
  paymentStatus,
}: Pick<Order, 'status' | 'paymentStatus'>): boolean {
  return paymentStatus !== 'pending' || !['placed', 'confirmed'].includes(status);
}

/** Whether a document is still to come: documents follow a step of an order within seconds. */
export function awaitsDocument(
  { status }: Pick<Order, 'status'>,
  documents: readonly Pick<OrderDocument, 'kind'>[],
): boolean {
  const hasSale = documents.some(({ kind }) => kind !== 'credit_note');
  if (['placed', 'confirmed'].includes(status)) return false;
  if (['cancelled', 'came_back', 'lost', 'returned'].includes(status)) {
    return hasSale && documents.at(-1)?.kind !== 'credit_note';
  }
  return !hasSale;
}
