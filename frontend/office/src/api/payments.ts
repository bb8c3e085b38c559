// Calls for online payments, refunds, unmatched bank credits and the documents of orders.
import { sending } from 'shared/request/body';
import { readFile } from './file';
import { command, filled, own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** The state of a payment. */
export type PaymentState = Schemas['PaymentState'];

/** The reason of a refund that a staff member starts. */
export type StaffReason = Schemas['StaffReason'];

/** The reason of a refund; the shop itself sets those that are not a `StaffReason`. */
export type RefundReason = Schemas['RefundReason'];

/** A refund, in rupees. */
export type Refund = Schemas['Refund'];

/** A payment or an unpaid attempt, in rupees. `left` can still be refunded. */
export type OrderPayment = Schemas['OrderPayment'];

/** A page of payments, newest first; `next` is the cursor of the next page. */
export type PaymentPage = Schemas['PaymentPage'];

/** The body of `POST payments/{paymentId}/refunds`. A retry with the same `refundId` is the same refund. */
export type NewRefund = Schemas['NewRefund'];

/** A credit on the shop's bank account without a matching order, in rupees. */
export type UnmatchedCredit = Schemas['UnmatchedCredit'];

/** A page of credits, newest first; `next` is the cursor of the next page. */
export type CreditPage = Schemas['CreditPage'];

/** The resolution of a credit: an order, or a note why it belongs to none. */
export type CreditMatch = Schemas['CreditMatch'];

/** The kind of a payment issue. `other`: a kind that only a newer service knows. */
export type FindingKind = Schemas['FindingKind'];

/** A payment issue that needs a staff member: its start, what to do, and its sum in rupees. */
export type PaymentFinding = Schemas['PaymentFinding'];

/** An invoice, a bill of supply or a credit note. `corrects`: the number of the document that a credit note is about. */
export type OrderDocument = Schemas['Document'];

/** Lists a page of payments in these states. No states means all payments. */
export const listPayments = (states: readonly PaymentState[], cursor: string): Promise<PaymentPage> =>
  request(filled('GET payments', { query: { state: [...states], cursor } }), own);

/** Lists an order's payment requests, attempts, payments and refunds, newest first. */
export const listOrderPayments = async (number: string): Promise<OrderPayment[]> =>
  (await request(filled('GET orders/{number}/payments', { path: { number } }), own)).payments;

/** Refunds a payment. A retry with the same refund id refunds nothing more. */
export const refundPayment = (paymentId: string, refund: NewRefund): Promise<Refund> =>
  request(filled('POST payments/{paymentId}/refunds', { path: { paymentId } }), sending(refund));

/** Lists credits of bank statements without a matching order. */
export const listUnmatchedCredits = (cursor: string): Promise<CreditPage> =>
  request(filled('GET payments/unmatched-credits', { query: { cursor } }), own);

/** Resolves a credit. */
export const matchCredit = (creditId: string, match: CreditMatch): Promise<void> =>
  command(filled('PUT payments/unmatched-credits/{creditId}/match', { path: { creditId } }), sending(match));

/** Lists the payment issues that need a staff member now. */
export const listPaymentFindings = async (): Promise<PaymentFinding[]> =>
  (await request('GET payments/findings', own)).findings;

/** Lists the documents of an order, oldest first. */
export const listOrderDocuments = async (number: string): Promise<OrderDocument[]> =>
  (await request(filled('GET orders/{number}/documents', { path: { number } }), own)).documents;

/** Reads a document as a PDF. */
export const readDocument = (number: string, documentId: string): Promise<Blob> =>
  readFile(`orders/${encodeURIComponent(number)}/documents/${encodeURIComponent(documentId)}/file.pdf`);
