import * as v from 'valibot';
import type { Order, OrderLine } from '../../api/types';
import { codeOf } from '../../rules/codes';
import { STATES } from '../../rules/order_states';
import { packsWords, weightWords } from '../../rules/packs';

/** An order on the packing table, and how many packs of each code are in its box. */
export interface Packing {
  order: Order;
  packed: ReadonlyMap<string, number>;
}

/** What came of a scan: the box as it is now, and what the packer is told. */
export interface Scanned {
  packing: Packing;
  said: Said;
}

/** Words for the packer; `wrong` is heard, too. */
export interface Said {
  kind: 'right' | 'wrong';
  words: string;
}

/** What the tab keeps of the packing table: no name and no address. */
export interface Kept {
  /** The number of the order on the table; empty for none. */
  orderNumber: string;
  /** How many packs of each code are in its box. */
  packed: readonly (readonly [code: string, count: number])[];
  /** The orders that were packed since the page was first opened. */
  done: readonly string[];
}

const keptSchema = v.object({
  orderNumber: v.string(),
  packed: v.array(v.tuple([v.string(), v.number()])),
  done: v.array(v.string()),
});

/** The table in what was kept; an empty one where that is something else. */
export function keptIn(value: unknown): Kept {
  const { success, output } = v.safeParse(keptSchema, value);
  return success ? output : { orderNumber: '', packed: [], done: [] };
}

/** Why an order cannot be packed; nothing where it can. */
export function reasonNotToPack({ orderNumber, status, nextStates }: Order): string | undefined {
  if (nextStates.includes('packed')) return undefined;
  if (status === 'placed') return `${orderNumber} is not confirmed yet.`;
  return `${orderNumber} is “${STATES[status].label}” and not to be packed.`;
}

/** An order whose box is empty. */
export function emptyBox(order: Order): Packing {
  return { order, packed: new Map() };
}

/** Puts the pack with a code into the box, if it belongs there. */
export function putIn(packing: Packing, scanned: string): Scanned {
  const code = codeOf(scanned);
  const line = packing.order.lines.find((each) => codeOf(each.sku) === code);
  if (!line) return { packing, said: { kind: 'wrong', words: `${code} is not in this order. Put it back.` } };
  const name = `${line.productName} ${weightWords(line.weightInGrams)}`;
  const count = inBox(packing, line);
  if (count >= line.quantity) {
    const words = `${name}: the box has all ${line.quantity} already. Put it back.`;
    return { packing, said: { kind: 'wrong', words } };
  }
  const packed = new Map(packing.packed).set(code, count + 1);
  const next = { ...packing, packed };
  const isFull = missing(next) === 0;
  const words = `${name}: ${count + 1} of ${line.quantity}.${isFull ? ' All are in: weigh the parcel.' : ''}`;
  return { packing: next, said: { kind: 'right', words } };
}

/** How many packs of a line are in the box. */
export function inBox({ packed }: Packing, { sku, quantity }: OrderLine): number {
  return Math.min(packed.get(codeOf(sku)) ?? 0, quantity);
}

/** How many packs are missing in the box. */
export function missing(packing: Packing): number {
  return packing.order.lines.reduce((sum, line) => sum + line.quantity - inBox(packing, line), 0);
}

/** What is said when somebody scans another order before the box is full. */
export function unfinishedWords(packing: Packing): string {
  const { orderNumber } = packing.order;
  if (missing(packing) === 0) return `${orderNumber} is full. Say what it weighs first, or put it aside.`;
  return `${orderNumber} still misses ${packsWords(missing(packing))}. Finish it, or put it aside first.`;
}
