import type { Card } from '../api/types';

/** A line of the cart as it is kept in local storage; `price` is for one pack, in rupees. */
export interface CartItem {
  _id: string;
  productName: string;
  selectedWeight: number;
  quantity: number;
  price: number;
  photos: string[];
  /** When a product list first lacked it, in milliseconds since 1970; such a line is kept, but not shown. */
  goneSince?: number;
  /** When the refusal of an order told its price, or that it is not sold; in milliseconds since 1970. */
  quotedAt?: number;
}

/** One list may be wrong, and for a while: only what lists lack that far apart is gone for good. */
const GONE_FOR_GOOD_MS = 24 * 60 * 60 * 1000;

/** What a refusal told may be news to the gateways, which tell the list, for so long. */
const NEWS_MS = 70_000;

/** Limits of the order service. */
export const MAX_QUANTITY = 99;
export const MAX_LINES = 50;

/** Items after a check, and whether the shopper will find them different from before. */
export interface CheckedItems {
  items: CartItem[];
  changed: boolean;
}

/** Whether two items are the same line of a cart. */
export function isSameLine(a: Pick<CartItem, '_id' | 'selectedWeight'>, b: typeof a): boolean {
  return a._id === b._id && a.selectedWeight === b.selectedWeight;
}

/** Merges items into a cart: quantities of the same line add up, new lines go to the end, limits hold. */
export function mergeItems(items: readonly CartItem[], added: readonly CartItem[]): CartItem[] {
  const merged = [...items];
  for (const item of added) {
    const index = merged.findIndex((line) => isSameLine(line, item));
    const line = merged[index];
    if (line) merged[index] = { ...line, quantity: clampQuantity(line.quantity + item.quantity) };
    else if (merged.length < MAX_LINES) merged.push({ ...item, quantity: clampQuantity(item.quantity) });
  }
  return merged;
}

/** A quantity as the shop accepts it: a whole number from 1 to 99. */
export function clampQuantity(value: unknown): number {
  const quantity = Math.floor(Number(value));
  return Number.isNaN(quantity) ? 1 : Math.min(Math.max(quantity, 1), MAX_QUANTITY);
}

/** Packs in the cart. */
export function countItems(items: readonly CartItem[]): number {
  return items.reduce((count, item) => count + item.quantity, 0);
}

/** What the cart costs, in rupees, delivery not included. */
export function totalPrice(items: readonly CartItem[]): number {
  return items.reduce((total, item) => total + item.price * item.quantity, 0);
}

/** What the shop says of a line of the cart today; a line it says nothing of is not sold any more. */
type Offer = Pick<CartItem, 'price'> & Partial<Pick<CartItem, 'productName' | 'photos'>>;

/** Products that the shop told of, and the ids of those that it was asked about, where that is not all. */
export interface KnownProducts {
  products: readonly Card[];
  asked?: readonly string[] | undefined;
  /** When they were told, in milliseconds since 1970; without it they are as new as can be. */
  asOf?: number;
}

/** Whether what the refusal of an order told stands over a list: that may not have heard of it yet. */
export function outranksList(toldAt: number, listAsOf: number): boolean {
  return listAsOf < toldAt + NEWS_MS;
}

/**
 * Gives every item the name, photo and price of today's products. What is not sold any more is marked, and dropped when it
 * stays so; the shop must have been `asked` about it, or told of everything. A shop sells something, so an empty list
 * changes nothing, and an old one changes nothing of what a refusal told since.
 */
export function repriceItems(
  items: readonly CartItem[],
  { products, asked, asOf = Infinity }: KnownProducts,
): CheckedItems {
  if (products.length === 0) return { items: [...items], changed: false };
  const lines = items.map(({ quotedAt, ...item }) =>
    quotedAt !== undefined && outranksList(quotedAt, asOf) ? { ...item, quotedAt } : item,
  );
  return offerItems(lines, (item) => {
    if (item.quotedAt !== undefined) return unknownOffer(item);
    const product = products.find(({ _id }) => _id === item._id);
    const variant = product?.variants.find(({ weightInGrams }) => weightInGrams === item.selectedWeight);
    if (!product && asked?.includes(item._id) === false) return unknownOffer(item);
    if (!product || !variant) return undefined;
    return { productName: product.productName, photos: photosOf(product), price: variant.price };
  });
}

/** Gives every item what is offered for it; one that nothing is offered for is marked, and dropped when it stays so. */
export function offerItems(
  items: readonly CartItem[],
  offerOf: (item: CartItem) => Offer | undefined,
): CheckedItems {
  const now = Date.now();
  let changed = false;
  const offered = items.flatMap((line) => {
    const { goneSince, ...item } = line;
    const offer = offerOf(line);
    changed ||= offer ? goneSince !== undefined || offer.price !== item.price : goneSince === undefined;
    if (offer) return [{ ...item, ...offer }];
    const since = goneSince ?? now;
    return now - since < GONE_FOR_GOOD_MS ? [{ ...item, goneSince: since }] : [];
  });
  return { items: offered, changed };
}

/** What leaves an item as it is: for one that nothing was said of. */
export function unknownOffer({ goneSince, price }: CartItem): Offer | undefined {
  return goneSince === undefined ? { price } : undefined;
}

/** The photos of a cart's line. */
export function photosOf({ photo }: Pick<Card, 'photo'>): string[] {
  return photo ? [photo] : [];
}

/** The lines that can be bought. */
export function soldItems(items: readonly CartItem[]): CartItem[] {
  return items.filter(({ goneSince }) => goneSince === undefined);
}

/** Reads what local storage holds. Anybody can edit that, and older shops wrote it: what can be repaired is, the rest is dropped. */
export function restoreItems(stored: string | null): CheckedItems {
  if (stored === null) return { items: [], changed: false };
  const entries = parseList(stored);
  if (!entries) return { items: [], changed: true };
  const items = mergeItems([], entries.flatMap(restoreItem));
  return { items, changed: !sameLines(items, entries) };
}

function parseList(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function restoreItem(entry: unknown): CartItem[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const values = entry as Record<string, unknown>;
  const { _id, productName, selectedWeight, quantity, price, photos, image, goneSince, quotedAt } = values;
  const weight = Number(selectedWeight);
  if (typeof _id !== 'string' || _id === '' || !Number.isInteger(weight) || weight < 1) return [];
  return [
    {
      _id,
      productName: typeof productName === 'string' ? productName : '',
      selectedWeight: weight,
      quantity: clampQuantity(quantity),
      price: restorePrice(price),
      photos: (Array.isArray(photos) ? photos : [image]).filter((photo) => typeof photo === 'string'),
      ...(typeof goneSince === 'number' && { goneSince }),
      ...(typeof quotedAt === 'number' && { quotedAt }),
    },
  ];
}

function restorePrice(value: unknown): number {
  const price = Number(value);
  return Number.isFinite(price) && price > 0 ? price : 0;
}

/** Whether the repair left alone what a shopper sees of each line. */
function sameLines(items: readonly CartItem[], entries: readonly unknown[]): boolean {
  return (
    items.length === entries.length &&
    items.every((item, index) => {
      const entry = entries[index] as Partial<CartItem>;
      return (
        isSameLine(item, entry as CartItem) && item.quantity === entry.quantity && item.price === entry.price
      );
    })
  );
}
