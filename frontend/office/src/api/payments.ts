// Money that shoppers pay online, what goes back of it, what the bank tells of, and what was issued for orders.
import { sending } from 'shared/request/body';
import { readFile } from './file';
import { command, filled, own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** Where a payment stands. */
export type PaymentState = Schemas['PaymentState'];

/** Why somebody of the staff sends money back. */
export type StaffReason = Schemas['StaffReason'];

/** Why money goes back; the other reasons the shop gives by itself. */
export type RefundReason = Schemas['RefundReason'];

/** Money that goes back, in rupees. */
export type Refund = Schemas['Refund'];

/** Money that came, or was asked for and did not come, in rupees; `left` may still go back. */
export type OrderPayment = Schemas['OrderPayment'];

/** Payments, newest first; `next` asks for those after them. */
export type PaymentPage = Schemas['PaymentPage'];

/** What `POST payments/{paymentId}/refunds` takes; the same `refundId` again is the same refund. */
export type NewRefund = Schemas['NewRefund'];

/** Money on the shop's account that no order was found for, in rupees. */
export type UnmatchedCredit = Schemas['UnmatchedCredit'];

/** Credits, newest first; `next` asks for those after them. */
export type CreditPage = Schemas['CreditPage'];

/** What a credit was: an order's money, or none of an order's, with a note. */
export type CreditMatch = Schemas['CreditMatch'];

/** What somebody has to look at; `other` is what only a newer service knows. */
export type FindingKind = Schemas['FindingKind'];

/** Something of a payment that does not end by itself, since when and what to do, in rupees. */
export type PaymentFinding = Schemas['PaymentFinding'];

/** An invoice, a bill of supply or a credit note; `corrects`: the number of what a credit note is about. */
export type OrderDocument = Schemas['Document'];

/** Payments in one of these states, a page of them; of no state all. */
export const listPayments = (states: readonly PaymentState[], cursor: string): Promise<PaymentPage> =>
  request(filled('GET payments', { query: { state: [...states], cursor } }), own);

/** All that was asked, tried, paid and sent back for an order, newest first. */
export const listOrderPayments = async (number: string): Promise<OrderPayment[]> =>
  (await request(filled('GET orders/{number}/payments', { path: { number } }), own)).payments;

/** Sends money back, once for a refund's id. */
export const refundPayment = (paymentId: string, refund: NewRefund): Promise<Refund> =>
  request(filled('POST payments/{paymentId}/refunds', { path: { paymentId } }), sending(refund));

/** Credits of the bank's statements that no order was found for. */
export const listUnmatchedCredits = (cursor: string): Promise<CreditPage> =>
  request(filled('GET payments/unmatched-credits', { query: { cursor } }), own);

/** Says what a credit was. */
export const matchCredit = (creditId: string, match: CreditMatch): Promise<void> =>
  command(filled('PUT payments/unmatched-credits/{creditId}/match', { path: { creditId } }), sending(match));

/** What of payments does not end by itself, as it stands now. */
export const listPaymentFindings = async (): Promise<PaymentFinding[]> =>
  (await request('GET payments/findings', own)).findings;

/** What was issued for an order, the oldest first. */
export const listOrderDocuments = async (number: string): Promise<OrderDocument[]> =>
  (await request(filled('GET orders/{number}/documents', { path: { number } }), own)).documents;

/** A document as a PDF. */
export const readDocument = (number: string, documentId: string): Promise<Blob> =>
  readFile(`orders/${encodeURIComponent(number)}/documents/${encodeURIComponent(documentId)}/file.pdf`);
