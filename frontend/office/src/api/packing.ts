// Calls of the packing table: from which batch and shelf an order's packs are taken, and the invoices that go into the parcels.
import { sending } from 'shared/request/body';
import { BASE, filled, own, request } from './request';
import type { components } from './schema.gen';
import type { Batch } from './types';

type Schemas = components['schemas'];

/** Packs of a batch that are reserved for an order, and the shelf on which the batch lies. */
export type ReservedPacks = Schemas['ReservedPacks'];

/** The pack that a packer has in hand. */
export type PackInHand = Schemas['PackInHand'];

/** The invoice or bill of supply of an order. */
export type SaleDocument = Schemas['SaleDocument'];

/** Orders that one call may ask for. */
const MOST_ORDERS = 100;

/** The reserved packs of orders by the ids of these; orders that nothing is reserved for are not in it. */
export async function listReservedPacks(
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ReservedPacks[]>> {
  const found = new Map<string, readonly ReservedPacks[]>();
  for (const orderId of inLots(orderIds)) {
    // oxlint-disable-next-line no-await-in-loop -- one after another, so that others have room
    const { orders } = await request(filled('GET orders/reserved-packs', { query: { orderId } }), own);
    for (const order of orders) found.set(order.orderId, order.packs);
  }
  return found;
}

/** Moves the reservation of an order to the batch of the pack in hand; the same again moves nothing. */
export const takeFromBatch = async (number: string, pack: PackInHand): Promise<readonly ReservedPacks[]> =>
  (await request(filled('POST orders/{number}/reserved-packs', { path: { number } }), sending(pack))).packs;

/** Says on which shelf a batch lies. */
export const setShelf = (id: string, shelf: string): Promise<Batch> =>
  request(filled('PUT stock/batches/{id}/shelf', { path: { id } }), sending({ shelf }));

/** The invoices of orders, by the ids of these; orders that have none yet are not in it. */
export async function listSaleDocuments(
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, SaleDocument>> {
  const found = new Map<string, SaleDocument>();
  for (const orderId of inLots(orderIds)) {
    // oxlint-disable-next-line no-await-in-loop -- one after another, so that others have room
    const { documents } = await request(filled('GET orders/sale-documents', { query: { orderId } }), own);
    for (const document of documents) found.set(document.orderId, document);
  }
  return found;
}

/** The addresses of the invoices of these orders to be printed: a PDF for each hundred. */
export function invoiceFiles(orderIds: readonly string[]): string[] {
  return inLots(orderIds).map(
    (orderId) => BASE + filled('GET orders/sale-documents/print.pdf', { query: { orderId } }).slice(4),
  );
}

function inLots(orderIds: readonly string[]): string[][] {
  const lots: string[][] = [];
  for (let from = 0; from < orderIds.length; from += MOST_ORDERS) {
    lots.push(orderIds.slice(from, from + MOST_ORDERS));
  }
  return lots;
}
