// What pages ask about paying orders, and about what was issued for them.
import { sending } from 'shared/request/body';
import { filled } from './address';
import { ApiError, ConnectionError } from './errors';
import { BASE, request } from './request';
import type { Payment, Proof } from './types';

/** A file may be large and a phone's line slow. */
const FILE_TIMEOUT_MS = 60_000;

/** Asks for money for an order, or goes on with what was asked for: however often, the provider is asked once. */
export function startPayment(number: string, proof: Proof): Promise<Payment> {
  return request(filled('POST users/orders/{number}/payment', { path: { number } }), sending(proof));
}

/** Where paying an order stands. */
export function readPayment(number: string, proof: Proof): Promise<Payment> {
  return request(filled('POST users/orders/{number}/payment/state', { path: { number } }), sending(proof));
}

/** The same, after the shop asked the provider. */
export function checkPayment(number: string, proof: Proof): Promise<Payment> {
  return request(filled('POST users/orders/{number}/payment/check', { path: { number } }), sending(proof));
}

/** Where a document of an order of the shopper who is logged in is downloaded. */
export function invoiceFile(orderNumber: string, documentId: string): string {
  return `${BASE}users/orders/${encodeURIComponent(orderNumber)}/invoice?document=${encodeURIComponent(documentId)}`;
}

/** A document of an order for whoever proves it in another way, which stands in no address. */
export async function readInvoice(orderNumber: string, documentId: string, proof: Proof): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(invoiceFile(orderNumber, documentId), {
      method: 'POST',
      signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
      ...sending(proof),
    });
    if (response.ok) return await response.blob();
  } catch (error) {
    throw new ConnectionError(error);
  }
  const { message = '' } = await response.json().catch(() => ({}));
  throw new ApiError(response.status, message);
}
