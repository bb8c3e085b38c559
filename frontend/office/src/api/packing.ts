// Calls for packing: the batches and shelves of an order's packs, and the invoices for its parcel.
import { sending } from 'shared/request/body';
import { BASE, filled, own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** Packs of a batch that are reserved for an order, and the shelf of the batch. */
export type ReservedPacks = Schemas['ReservedPacks'];

/** The pack that the packer has scanned. */
export type PackInHand = Schemas['PackInHand'];

/** The invoice or bill of supply of an order. */
export type SaleDocument = Schemas['SaleDocument'];

/** The most orders in one call. */
const MOST_ORDERS = 100;

/** Lists reserved packs by order id. Orders without a reservation are left out. */
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

/** Moves an order's reservation to the batch of the scanned pack. A repeated call changes nothing. */
export const takeFromBatch = async (number: string, pack: PackInHand): Promise<readonly ReservedPacks[]> =>
  (await request(filled('POST orders/{number}/reserved-packs', { path: { number } }), sending(pack))).packs;

/** Lists invoices by order id. Orders without an invoice are left out. */
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

/** Returns the addresses of the invoices as PDFs for printing, one for each hundred orders. */
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
