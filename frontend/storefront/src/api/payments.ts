// API calls for the payment and the documents of an order.
import { sending } from 'shared/request/body';
import { filled } from './address';
import { readFile } from './file';
import { BASE, request } from './request';
import type { Payment, Proof } from './types';

/** Starts the payment of an order, or continues the one already started. Repeated calls reach the provider once. */
export function startPayment(number: string, proof: Proof): Promise<Payment> {
  return request(filled('POST users/orders/{number}/payment', { path: { number } }), sending(proof));
}

/** Fetches the payment of an order. */
export function readPayment(number: string, proof: Proof): Promise<Payment> {
  return request(filled('POST users/orders/{number}/payment/state', { path: { number } }), sending(proof));
}

/** Fetches the payment after the shop has asked the provider. */
export function checkPayment(number: string, proof: Proof): Promise<Payment> {
  return request(filled('POST users/orders/{number}/payment/check', { path: { number } }), sending(proof));
}

/** The download URL of a document of the logged-in shopper's order. */
export function invoiceFile(orderNumber: string, documentId: string): string {
  return `${BASE}users/orders/${encodeURIComponent(orderNumber)}/invoice?document=${encodeURIComponent(documentId)}`;
}

/** Downloads a document of an order with a proof in the body, for shoppers who are not logged in. */
export function readInvoice(orderNumber: string, documentId: string, proof: Proof): Promise<Blob> {
  return readFile(invoiceFile(orderNumber, documentId), proof);
}
