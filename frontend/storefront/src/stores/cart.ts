import { useDeferredValue, useMemo } from 'react';
import { create } from 'zustand';
import { listCards } from '../api/lists';
import type { Card, Cards } from '../api/types';
import { startWords } from '#words/start';
import { notifyInfo } from '../messages/notify';
import {
  type CartItem,
  countItems,
  type KnownProducts,
  repriceItems,
  restoreItems,
  soldItems,
} from '../rules/cart_items';
import { ALL, createResource, follow, useWhenSeen } from './resource';

/** The cart slice: the product list, the cart lines and the state of the list's load. */
export interface CartState {
  data: Card[];
  /** True if the list has every product on sale. A shop with many products sends the first page. */
  whole: boolean;
  /** The number of products on sale. */
  total: number;
  /** The cursor of the next page of products; null if there is none. */
  next: string | null;
  /** The concerns to search by, if the list is incomplete. */
  concerns: string[];
  /** The time up to which the list is current, in milliseconds since 1970. */
  asOf: number;
  items: CartItem[];
  loading: boolean;
  error: string | null;
}

const STORAGE_KEY = 'cart';

/** True if the last change could not be stored, so that the stored cart is older than the shown one. */
let onlyInMemory = false;

export const useCart = create<CartState>(() => ({
  data: [],
  whole: true,
  total: 0,
  next: null,
  concerns: [],
  asOf: 0,
  items: [],
  loading: true,
  error: null,
}));

/**
 * The product list and its load state, for components that render many products. Deferred, so that React renders it in slices and taps are
 * handled in between. Changes of the cart lines do not re-render it.
 */
export function useProductList(): Pick<CartState, 'data' | 'loading' | 'error' | 'whole'> {
  const data = useCart((state) => state.data);
  const loading = useCart((state) => state.loading);
  const error = useCart((state) => state.error);
  const whole = useCart((state) => state.whole);
  useWhenSeen(() => productList.entryOf(ALL).data && productList.look(ALL));
  return useDeferredValue(useMemo(() => ({ data, loading, error, whole }), [data, loading, error, whole]));
}

/** The number of packs in the cart, for the badge. */
export const selectCount = (state: CartState): number => countItems(state.items);

/** The age after which prices and stock are fetched again. */
const STALE_MS = 60_000;

/** The product list, and the known products of the cart. */
interface ListedProducts {
  cards: Cards;
  known: KnownProducts;
}

export const productList = createResource<ListedProducts>({ ask: askForProducts, staleMs: STALE_MS });

follow(productList, useCart, ({ cards, known }, asOf) => {
  const { products: data, total, next, concerns = [] } = cards;
  useCart.setState({ data, whole: next === null, total, next, concerns, asOf });
  const { items, changed } = repriceItems(keptItems(), { ...known, asOf });
  keep(items);
  if (changed || repaired) notifyInfo(startWords.cartChanged);
  repaired = false;
});

/** True if stored lines had to be repaired. The shopper is told when the first list arrives. */
let repaired = false;

/** Restores the lines from local storage and fetches the product list. Rejects if the list cannot be fetched. */
export async function loadCart(): Promise<void> {
  const { items, changed } = restoreItems(readStorage());
  repaired = changed;
  show(items);
  await productList.load(ALL);
}

/** Fetches the product list and updates the cart's prices. Rejects if the list cannot be fetched. */
export async function loadProducts(options?: { fresh: boolean }): Promise<void> {
  await productList.load(ALL, options?.fresh);
}

async function askForProducts(_: string, { fresh }: { fresh: boolean }): Promise<ListedProducts> {
  const cards = await listCards({ fresh });
  if (cards.next === null) return { cards, known: { products: cards.products } };
  const rest = import('./rest_of_cart').then(({ askForRestOfList }) =>
    askForRestOfList(cards, useCart.getState().data.length, keptItems()),
  );
  // Without an answer about their products, the cart lines stay as they are.
  return rest.catch(() => ({ cards, known: { products: cards.products, asked: [] } }));
}

/** Changes the stored lines, including those that are no longer sold. */
export function changeCart(change: (items: CartItem[]) => CartItem[]): void {
  keep(change(keptItems()));
}

/** Follows changes of the cart in other tabs, also while this page is in the back/forward cache. Returns a function that stops it. */
export function followOtherTabs(): () => void {
  window.addEventListener('storage', takeOver);
  window.addEventListener('pageshow', comeBack);
  return () => {
    window.removeEventListener('storage', takeOver);
    window.removeEventListener('pageshow', comeBack);
  };
}

function takeOver(event: StorageEvent): void {
  // The key is null if the whole storage was cleared.
  if (event.key === STORAGE_KEY || event.key === null) show(restoreItems(event.newValue).items);
}

/** Reads the cart again when the page returns from the back/forward cache, where it received no storage events. */
function comeBack(event: PageTransitionEvent): void {
  if (event.persisted) show(keptItems());
}

/** The stored cart, including lines that are no longer sold. Every change starts from it, because another tab may have changed it. */
function keptItems(): CartItem[] {
  const stored = onlyInMemory ? null : readStorage();
  return stored === null ? useCart.getState().items : restoreItems(stored).items;
}

function keep(items: CartItem[]): void {
  useCart.setState({ items: soldItems(items) });
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(items));
    onlyInMemory = false;
  } catch {
    // Storage may be full or forbidden. Then the cart lasts as long as the page.
    onlyInMemory = true;
  }
}

/** Shows a cart that is already stored, with current prices if they are known. */
function show(items: CartItem[]): void {
  useCart.setState({ items: soldItems(repriceByList(items)) });
}

/** The lines at the list's prices. Lines that an incomplete list lacks stay as they are. */
export function repriceByList(items: CartItem[]): CartItem[] {
  const { data: products, whole, asOf } = useCart.getState();
  return repriceItems(items, { products, asked: whole ? undefined : [], asOf }).items;
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
