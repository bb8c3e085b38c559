// Calls for manual refunds.
import { sending } from 'shared/request/body';
import { filled, own, request } from './request';
import type { components } from './schema.gen';
import type { Order as GeneratedOrder } from './types';

type Schemas = components['schemas'];

/** The way in which staff send money back. */
export type ManualChannel = 'upi' | 'bank_transfer' | 'cash';

/** A manual refund. `reference`: the bank's number, or the name of the person who took the cash. */
export type ManualRefund = Schemas['ManualRefund'];

/** The body of `PUT refunds/{refundId}/manual`. */
export type SentRefund = Required<ManualRefund>;

/** A refund. `manual` is absent until staff have sent it, and for refunds that a provider sends. */
export type Refund = Schemas['Refund'];

/** A payment issue that needs a staff member. `refundId` is absent if the issue is not about a refund. */
export type PaymentFinding = Schemas['PaymentFinding'];

/** An order with the sum of its refunds, in rupees. */
export type RefundedOrder = GeneratedOrder;

/** The reason of a manual refund. */
export type ReturnReason = 'cancelled' | 'returned' | 'goodwill';

/** The body of `POST orders/{number}/refunds`, in rupees. A retry with the same `refundId` is the same refund. */
export type ReturnedMoney = Schemas['ReturnedMoney'];

/** A recorded manual refund, in rupees. */
export type RecordedRefund = Schemas['RecordedRefund'];

/** Orders with refunds due, and orders with payments due, in rupees. */
export type OwedMoney = Schemas['OwedOrders'];

/** An order with a refund due, in rupees. */
export type OwedOrder = Schemas['OwedOrder'];

/** An unpaid pay-later order, in rupees. */
export type UnpaidOrder = Schemas['UnpaidOrder'];

/** Records how staff sent a refund that no provider sends. */
export const recordManualRefund = (refundId: string, sent: SentRefund): Promise<Refund> =>
  request(filled('PUT refunds/{refundId}/manual', { path: { refundId } }), sending(sent));

/** Records a manual refund of an order. */
export const recordRefund = (number: string, returned: ReturnedMoney): Promise<RefundedOrder> =>
  request(filled('POST orders/{number}/refunds', { path: { number } }), sending(returned));

/** Lists the manual refunds of an order, oldest first. */
export const listRecordedRefunds = async (number: string): Promise<RecordedRefund[]> =>
  (await request(filled('GET orders/{number}/refunds', { path: { number } }), own)).refunds;

/** Lists orders with refunds due, oldest first. */
export const listOwedMoney = (): Promise<OwedMoney> => request('GET payments/owed', own);
