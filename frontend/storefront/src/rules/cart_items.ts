import type { Card } from '../api/types';

/** A line of the cart as stored in local storage. `price` is for one pack, in rupees. */
export interface CartItem {
  _id: string;
  productName: string;
  selectedWeight: number;
  quantity: number;
  price: number;
  photos: string[];
  /** The time when a product list first lacked it, in milliseconds since 1970. Such a line is stored, but not shown. */
  goneSince?: number;
  /** The time when a refused order gave its price or said that it is not sold, in milliseconds since 1970. */
  quotedAt?: number;
}

/** The time after which a line that lists still lack is dropped. A single list may be wrong for a while. */
const GONE_FOR_GOOD_MS = 24 * 60 * 60 * 1000;

/** The time that the gateways, which serve the list, may need to learn what a refused order said. */
const NEWS_MS = 70_000;

/** Limits of the order service. */
export const MAX_QUANTITY = 99;
export const MAX_LINES = 50;

/** Items after a check, and true if the shopper sees a difference. */
export interface CheckedItems {
  items: CartItem[];
  changed: boolean;
}

/** True if two items are the same line of a cart. */
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

/** A valid quantity: a whole number from 1 to 99. */
export function clampQuantity(value: unknown): number {
  const quantity = Math.floor(Number(value));
  return Number.isNaN(quantity) ? 1 : Math.min(Math.max(quantity, 1), MAX_QUANTITY);
}

/** The number of packs in the cart. */
export function countItems(items: readonly CartItem[]): number {
  return items.reduce((count, item) => count + item.quantity, 0);
}

/** The price of the cart without delivery, in rupees. */
export function totalPrice(items: readonly CartItem[]): number {
  return items.reduce((total, item) => total + item.price * item.quantity, 0);
}

/** The current offer for a cart line. A line without an offer is not sold any more. */
type Offer = Pick<CartItem, 'price'> & Partial<Pick<CartItem, 'productName' | 'photos'>>;

/** Products known from the shop, and the ids asked for if these are not all products. */
export interface KnownProducts {
  products: readonly Card[];
  asked?: readonly string[] | undefined;
  /** The time up to which they are current, in milliseconds since 1970. Without it they count as newest. */
  asOf?: number;
}

/** True if a refused order's data is still to be preferred to a list, which may not have it yet. */
export function outranksList(toldAt: number, listAsOf: number): boolean {
  return listAsOf < toldAt + NEWS_MS;
}

/**
 * Updates name, photo and price of every item from the current products. An item that is not sold any more is marked, and dropped if that
 * lasts; this needs an id in `asked`, or a complete list. An empty list changes nothing, because a shop sells something. A list older than
 * a refused order does not change the lines that the refusal named.
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

/** Updates every item with its offer. An item without one is marked, and dropped if that lasts. */
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

/** The offer that leaves an item as it is, for items without news. */
export function unknownOffer({ goneSince, price }: CartItem): Offer | undefined {
  return goneSince === undefined ? { price } : undefined;
}

/** The photos of a cart line. */
export function photosOf({ photo }: Pick<Card, 'photo'>): string[] {
  return photo ? [photo] : [];
}

/** The lines that can be bought. */
export function soldItems(items: readonly CartItem[]): CartItem[] {
  return items.filter(({ goneSince }) => goneSince === undefined);
}

/** Reads the cart from local storage. Users can edit it and older versions wrote it, so entries are repaired or dropped. */
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

/** True if the repair changed nothing that a shopper sees. */
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
