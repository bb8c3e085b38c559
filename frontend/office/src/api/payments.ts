// Money that shoppers pay online, what goes back of it, what the bank tells of, and what was issued for orders. As long as schema.gen.ts
// does not have the calls, their types stand here: they are called so in the document, too (`PaymentQuery` is the query of listPayments).
import { sending } from 'shared/request/body';
import { readFile } from './file';
import { command, own, request } from './request';

/** Where a payment stands. */
export type PaymentState =
  | 'not_started'
  | 'open'
  | 'declined'
  | 'confirming'
  | 'paid'
  | 'held'
  | 'expired'
  | 'refunding'
  | 'refunded'
  | 'partly_refunded';

/** Where a refund stands. */
export type RefundState = 'wanted' | 'pending' | 'processed' | 'failed';

/** Why somebody of the staff sends money back. */
export type StaffReason = 'returned' | 'wrong_amount' | 'goodwill';

/** Why money goes back; the other reasons the shop gives by itself. */
export type RefundReason = StaffReason | 'too_late' | 'paid_twice' | 'cancelled' | 'other';

/** Money that goes back, in rupees. */
export interface Refund {
  refundId: string;
  amount: number;
  state: RefundState;
  reason: RefundReason;
  wantedAt: string;
  changedAt: string;
}

/** Money that came, or was asked for and did not come, in rupees; `left` may still go back. */
export interface OrderPayment {
  paymentId: string;
  orderId: string;
  orderNumber: string;
  state: PaymentState;
  provider: string;
  providerPaymentId?: string;
  asked: number;
  paid: number;
  fee: number;
  left: number;
  refunds: Refund[];
  startedAt: string;
  paidAt?: string;
}

/** Payments, newest first; `next` asks for those after them. */
export interface PaymentPage {
  payments: OrderPayment[];
  next?: string;
}

/** What `POST payments/{paymentId}/refunds` takes; the same `refundId` again is the same refund. */
export interface NewRefund {
  refundId: string;
  amount: number;
  reason: StaffReason;
  note?: string;
}

/** Money on the shop's account that no order was found for, in rupees. */
export interface UnmatchedCredit {
  creditId: string;
  utr: string;
  amount: number;
  receivedOn: string;
  narration: string;
  why: string;
}

/** Credits, newest first; `next` asks for those after them. */
export interface CreditPage {
  credits: UnmatchedCredit[];
  next?: string;
}

/** What a credit was: an order's money, or none of an order's, with a note. */
export interface CreditMatch {
  number?: string;
  note?: string;
}

/** What somebody has to look at; `other` is what only a newer service knows. */
export type FindingKind =
  | 'money_without_order'
  | 'held'
  | 'refund_failed'
  | 'refund_by_hand'
  | 'refund_late'
  | 'stale_attempt'
  | 'other';

/** Something of a payment that does not end by itself, since when and what to do, in rupees. */
export interface PaymentFinding {
  kind: FindingKind;
  orderId: string;
  orderNumber: string;
  providerReference?: string;
  amount: number;
  whatToDo: string;
  since: string;
}

/** An invoice, a bill of supply or a credit note; `corrects`: the number of what a credit note is about. */
export interface OrderDocument {
  documentId: string;
  kind: 'invoice' | 'bill_of_supply' | 'credit_note';
  number: string;
  issuedOn: string;
  total: number;
  corrects?: string;
}

const asked = <Told>(path: string, init: RequestInit = own, method = 'GET'): Promise<Told> =>
  request(`${method} ${path}` as 'GET cash', init) as Promise<unknown> as Promise<Told>;

const inPath = encodeURIComponent;

/** Payments in one of these states, a page of them; of no state all. */
export function listPayments(states: readonly PaymentState[], cursor: string): Promise<PaymentPage> {
  const query = new URLSearchParams(states.map((state) => ['state', state]));
  if (cursor) query.set('cursor', cursor);
  return asked(query.size > 0 ? `payments?${query}` : 'payments');
}

/** All that was asked, tried, paid and sent back for an order, newest first. */
export const listOrderPayments = async (number: string): Promise<OrderPayment[]> =>
  (await asked<{ payments: OrderPayment[] }>(`orders/${inPath(number)}/payments`)).payments;

/** Sends money back, once for a refund's id. */
export const refundPayment = (paymentId: string, refund: NewRefund): Promise<Refund> =>
  asked(`payments/${inPath(paymentId)}/refunds`, sending(refund), 'POST');

/** Credits of the bank's statements that no order was found for. */
export const listUnmatchedCredits = (cursor: string): Promise<CreditPage> =>
  asked(`payments/unmatched-credits${cursor && `?cursor=${inPath(cursor)}`}`);

/** Says what a credit was. */
export const matchCredit = (creditId: string, match: CreditMatch): Promise<void> =>
  command(`PUT payments/unmatched-credits/${inPath(creditId)}/match` as 'GET cash', sending(match));

/** What of payments does not end by itself, as it stands now. */
export const listPaymentFindings = async (): Promise<PaymentFinding[]> =>
  (await asked<{ findings: PaymentFinding[] }>('payments/findings')).findings;

/** What was issued for an order, the oldest first. */
export const listOrderDocuments = async (number: string): Promise<OrderDocument[]> =>
  (await asked<{ documents: OrderDocument[] }>(`orders/${inPath(number)}/documents`)).documents;

/** A document as a PDF. */
export const readDocument = (number: string, documentId: string): Promise<Blob> =>
  readFile(`orders/${inPath(number)}/documents/${inPath(documentId)}/file.pdf`);
