import * as v from 'valibot';
import type { PackInHand, ReservedPacks } from '../../api/packing';
import type { Order, OrderLine } from '../../api/types';
import { packsOfLine } from '../../rules/batches';
import { codeOf } from '../../rules/codes';
import { STATES } from '../../rules/order_states';
import { packsWords, weightWords } from '../../rules/packs';

/** An order on the packing table: its reserved packs, and the packed quantity by part. */
export interface Packing {
  order: Order;
  reserved: readonly ReservedPacks[];
  packed: ReadonlyMap<string, number>;
}

/** Packs of a line from one batch. Packs that are not tracked in stock have no batch. */
export interface Part {
  key: string;
  line: OrderLine;
  batch: ReservedPacks | undefined;
  quantity: number;
  /** The number of these packs in the box. */
  count: number;
}

/** The result of a scan: the new box with a message, or a question to the gateway about another batch. */
export type Scanned = { packing: Packing; message: ScanMessage } | { asked: PackInHand };

/** A message for the packer. `wrong` also has a sound. */
export interface ScanMessage {
  kind: 'right' | 'wrong';
  words: string;
}

/** The packing table as the tab stores it, without names and addresses. */
export interface Kept {
  /** The number of the order on the table; empty if there is none. */
  orderNumber: string;
  /** The packed quantity by part. */
  packed: readonly (readonly [key: string, count: number])[];
  /** The orders packed since the page was first opened. */
  done: readonly string[];
}

const keptSchema = v.object({
  orderNumber: v.string(),
  packed: v.array(v.tuple([v.string(), v.number()])),
  done: v.array(v.string()),
});

/** Parses a stored table; returns an empty one if it is invalid. */
export function keptIn(value: unknown): Kept {
  const { success, output } = v.safeParse(keptSchema, value);
  return success ? output : { orderNumber: '', packed: [], done: [] };
}

/** Returns why an order cannot be packed, or undefined if it can. */
export function reasonNotToPack({ orderNumber, status, nextStates }: Order): string | undefined {
  if (nextStates.includes('packed')) return undefined;
  if (status === 'placed') return `${orderNumber} is not confirmed yet.`;
  return `${orderNumber} is “${STATES[status].label}”, so it cannot be packed.`;
}

/** Returns an order with an empty box. */
export function emptyBox(order: Order, reserved: readonly ReservedPacks[] = []): Packing {
  return { order, reserved, packed: new Map() };
}

/** Returns the parts of an order: each line by batch. */
export function partsOf(packing: Packing): Part[] {
  return packing.order.lines.flatMap((line) => partsOfLine(packing, line));
}

/** Returns the parts of a line by batch. Packs without a known batch come last. */
export function partsOfLine({ reserved, packed }: Packing, line: OrderLine): Part[] {
  let left = line.quantity;
  const part = (batch: ReservedPacks | undefined, packs: number): Part => {
    const key = [codeOf(line.sku), batch?.batchId ?? ''].join(' ');
    const quantity = Math.min(packs, left);
    left -= quantity;
    return { key, line, batch, quantity, count: Math.min(packed.get(key) ?? 0, quantity) };
  };
  const parts = packsOfLine(reserved, line).map((batch) => part(batch, batch.quantity));
  return [...parts, part(undefined, left)].filter(({ quantity }) => quantity > 0);
}

/** Finds the parts that a scanned code names: a pack, a batch, or both, such as `KAR-100/K-2611`. */
function namedBy(parts: readonly Part[], scanned: string): { named: Part[]; batchNumber: string } {
  const code = codeOf(scanned);
  const ofBatch = (each: Part, number: string) => codeOf(each.batch?.batchNumber ?? '') === number;
  const bySku = parts.filter(({ line }) => codeOf(line.sku) === code);
  if (bySku.length > 0) return { named: bySku, batchNumber: '' };
  const [sku = '', ...rest] = code.split(/[/|;,\s]/);
  const batchNumber = rest.join(' ').trim();
  const ofPack = parts.filter(({ line }) => codeOf(line.sku) === sku);
  if (ofPack.length > 0 && batchNumber) {
    return { named: ofPack.filter((each) => ofBatch(each, batchNumber)), batchNumber };
  }
  return { named: parts.filter((each) => ofBatch(each, code)), batchNumber: code };
}

/**
 * Puts the scanned pack into the box if it belongs there. For a batch that is not reserved, it returns a question to the gateway, which can
 * move the reservation.
 */
export function putIn(packing: Packing, scanned: string): Scanned {
  const code = codeOf(scanned);
  const parts = partsOf(packing);
  const { named, batchNumber } = namedBy(parts, code);
  const part = named.find(({ count, quantity }) => count < quantity);
  if (part) return { packing: withOne(packing, part), message: messageOf(packing, part, batchNumber) };
  const full = named[0];
  const others = parts.filter(
    ({ line, batch, count, quantity }) =>
      batch && count < quantity && (!full || codeOf(line.sku) === codeOf(full.line.sku)),
  );
  if (batchNumber && others.length > 0) {
    const quantity = (full?.count ?? 0) + 1;
    const instead = others.map(({ batch }) => batch?.batchId ?? '');
    return { asked: { batchNumber, quantity, insteadOfBatchIds: [...new Set(instead)] } };
  }
  const words = full
    ? `${nameOf(full.line)}: the box has all ${full.line.quantity} already. Put it back.`
    : `${code} is not in this order. Put it back.`;
  return { packing, message: { kind: 'wrong', words } };
}

function withOne(packing: Packing, { key, count }: Part): Packing {
  return { ...packing, packed: new Map(packing.packed).set(key, count + 1) };
}

function messageOf(packing: Packing, part: Part, batchNumber: string): ScanMessage {
  const { line, batch } = part;
  const next = withOne(packing, part);
  const isOneOfSeveral = partsOfLine(packing, line).length > 1;
  const ofBatch = batch && (batchNumber || isOneOfSeveral) ? `, batch ${batch.batchNumber}` : '';
  const ends = missing(next) === 0 ? ' All are in: weigh the parcel.' : '';
  const words = `${nameOf(line)}${ofBatch}: ${inBox(next, line)} of ${line.quantity}.${ends}`;
  return { kind: 'right', words };
}

function nameOf({ productName, weightInGrams }: OrderLine): string {
  return `${productName} ${weightWords(weightInGrams)}`;
}

/** Returns the packed quantity of a line. */
export function inBox(packing: Packing, line: OrderLine): number {
  return partsOfLine(packing, line).reduce((sum, { count }) => sum + count, 0);
}

/** Returns the number of packs that are missing in the box. */
export function missing(packing: Packing): number {
  return partsOf(packing).reduce((sum, { count, quantity }) => sum + quantity - count, 0);
}

/** Returns the message for a scan while a stored box is not restored. */
export function notRestoredWords(orderNumber: string): string {
  return `The box of ${orderNumber} could not be loaded. Try again, or put it aside first.`;
}

/** Returns the message for a scan of another order before this one is finished. */
export function unfinishedWords(packing: Packing): string {
  const { orderNumber } = packing.order;
  if (missing(packing) === 0) return `${orderNumber} is complete. Enter its weight first, or put it aside.`;
  return `${orderNumber} is still missing ${packsWords(missing(packing))}. Finish it, or put it aside first.`;
}
