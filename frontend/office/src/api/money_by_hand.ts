// Money that people send back by hand, the books' corrections, and rates of taxes.
import { sending } from 'shared/request/body';
import { filled, own, request } from './request';
import type { components } from './schema.gen';
import type { Order as GeneratedOrder } from './types';

type Schemas = components['schemas'];

/** By which way people send money back. */
export type ManualChannel = 'upi' | 'bank_transfer' | 'cash';

/** How people sent money back; `reference`: the bank's number for it, or who took cash. */
export type ManualRefund = Schemas['ManualRefund'];

/** What `PUT refunds/{refundId}/manual` takes. */
export type SentRefund = Required<ManualRefund>;

/** Money that goes back; `manual` is absent until somebody sent it, and when a provider sends it. */
export type Refund = Schemas['Refund'];

/** Something of a payment that does not end by itself; `refundId` is absent when it is about no refund. */
export type PaymentFinding = Schemas['PaymentFinding'];

/** An order with what went back of the money that had paid it, in rupees. */
export type RefundedOrder = GeneratedOrder;

/** Why people gave money back. */
export type ReturnReason = 'cancelled' | 'returned' | 'goodwill';

/** What `POST orders/{number}/refunds` takes, in rupees; the same `refundId` again is the same refund. */
export type ReturnedMoney = Schemas['ReturnedMoney'];

/** Money that was given back by hand, in rupees. */
export type RecordedRefund = Schemas['RecordedRefund'];

/** Orders whose money is to be given back, or to come, in rupees. */
export type OwedMoney = Schemas['OwedOrders'];

/** An order of whose money people have to give some back, in rupees. */
export type OwedOrder = Schemas['OwedOrder'];

/** An order that is paid later, and is not yet, in rupees. */
export type UnpaidOrder = Schemas['UnpaidOrder'];

/** What stands where, and which accounts a correction may be of. */
export type TrialBalance = Schemas['TrialBalance'];

/** What `POST books/corrections` takes, in rupees; the same `correctionId` again is the same correction. */
export type Correction = Schemas['Correction'];

/** A rate from a day on, in hundredths of a percent. */
export type TaxRate = Schemas['TaxRate'];

/** A code that documents wait for. */
export type MissingTaxRate = Schemas['MissingTaxRate'];

/** The rates by their codes, and the codes without one. */
export type TaxRates = Schemas['TaxRates'];

/** What `POST books/tax-rates` takes. */
export type NewTaxRate = Schemas['NewTaxRate'];

/** Says how a refund was sent that no provider sends. */
export const recordManualRefund = (refundId: string, sent: SentRefund): Promise<Refund> =>
  request(filled('PUT refunds/{refundId}/manual', { path: { refundId } }), sending(sent));

/** Writes down that money of an order was given back by hand. */
export const recordRefund = (number: string, returned: ReturnedMoney): Promise<RefundedOrder> =>
  request(filled('POST orders/{number}/refunds', { path: { number } }), sending(returned));

/** What was given back by hand of an order's money, the oldest first. */
export const listRecordedRefunds = async (number: string): Promise<RecordedRefund[]> =>
  (await request(filled('GET orders/{number}/refunds', { path: { number } }), own)).refunds;

/** Orders whose money people have to give back, the oldest first. */
export const listOwedMoney = (): Promise<OwedMoney> => request('GET payments/owed', own);

/** Books a correction today. */
export const postCorrection = (correction: Correction): Promise<Schemas['BookedCorrection']> =>
  request('POST books/corrections', sending(correction));

/** Every rate, and the codes that documents wait for. */
export const listTaxRates = (): Promise<TaxRates> => request('GET books/tax-rates', own);

/** Sets a rate from a day on. */
export const setTaxRate = (rate: NewTaxRate): Promise<TaxRate> =>
  request('POST books/tax-rates', sending(rate));
