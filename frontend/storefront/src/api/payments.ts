// What pages ask about paying orders, and about what was issued for them.
import { sending } from 'shared/request/body';
import { filled } from './address';
import { readFile } from './file';
import { BASE, request } from './request';
import type { Payment, Proof } from './types';

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
export function readInvoice(orderNumber: string, documentId: string, proof: Proof): Promise<Blob> {
  return readFile(invoiceFile(orderNumber, documentId), proof);
}
