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

/** The cart slice: the product list, the lines of the cart, and how the load of the list stands; it begins with the shop. */
export interface CartState {
  data: Card[];
  /** Whether the list came with everything that is sold. A shop of many products sends the first of them. */
  whole: boolean;
  /** How many products are sold. */
  total: number;
  /** Asks for the products after those of the list; null when there are none. */
  next: string | null;
  /** What a shop of many products can be searched through for; a list that came whole tells it itself. */
  concerns: string[];
  /** What happened in the shop before, the list knows; in milliseconds since 1970. */
  asOf: number;
  items: CartItem[];
  loading: boolean;
  error: string | null;
}

const STORAGE_KEY = 'cart';

/** Whether the last change could not be stored, so that what is stored is older than what is shown. */
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
 * The product list and how its load stands, for what draws much of it: deferred, so that it is drawn in slices between
 * which a tap is answered, and not drawn again when only the lines of the cart change.
 */
export function useProductList(): Pick<CartState, 'data' | 'loading' | 'error' | 'whole'> {
  const data = useCart((state) => state.data);
  const loading = useCart((state) => state.loading);
  const error = useCart((state) => state.error);
  const whole = useCart((state) => state.whole);
  useWhenSeen(() => productList.entryOf(ALL).data && productList.look(ALL));
  return useDeferredValue(useMemo(() => ({ data, loading, error, whole }), [data, loading, error, whole]));
}

/** Packs in the cart, for the badge. */
export const selectCount = (state: CartState): number => countItems(state.items);

/** Prices and stock may be this old when somebody looks. */
const STALE_MS = 60_000;

/** The product list, and what else the shop tells of the lines of the cart. */
interface Told {
  cards: Cards;
  known: KnownProducts;
}

export const productList = createResource<Told>({ ask: askForProducts, staleMs: STALE_MS });

follow(productList, useCart, ({ cards, known }, asOf) => {
  const { products: data, total, next, concerns = [] } = cards;
  useCart.setState({ data, whole: next === null, total, next, concerns, asOf });
  const { items, changed } = repriceItems(keptItems(), { ...known, asOf });
  keep(items);
  if (changed || repaired) notifyInfo(startWords.cartChanged);
  repaired = false;
});

/** Whether the stored lines had to be repaired, which the shopper is told of with the first list. */
let repaired = false;

/** Restores the lines from local storage and fetches the product list. Rejects when the list cannot be had. */
export async function loadCart(): Promise<void> {
  const { items, changed } = restoreItems(readStorage());
  repaired = changed;
  show(items);
  await productList.load(ALL);
}

/** Fetches the product list and brings the cart up to its prices. Rejects when the list cannot be had. */
export async function loadProducts(options?: { fresh: boolean }): Promise<void> {
  await productList.load(ALL, options?.fresh);
}

async function askForProducts(_: string, { fresh }: { fresh: boolean }): Promise<Told> {
  const cards = await listCards({ fresh });
  if (cards.next === null) return { cards, known: { products: cards.products } };
  const rest = import('./rest_of_cart').then(({ askForRestOfList }) =>
    askForRestOfList(cards, useCart.getState().data.length, keptItems()),
  );
  // Without an answer about them the lines of the cart stay as they are.
  return rest.catch(() => ({ cards, known: { products: cards.products, asked: [] } }));
}

/** Changes the lines that are stored, those that are not sold included. */
export function changeCart(change: (items: CartItem[]) => CartItem[]): void {
  keep(change(keptItems()));
}

/** Follows what other tabs of the browser do to the cart, also while this one is set aside; answers how to stop that. */
export function followOtherTabs(): () => void {
  window.addEventListener('storage', takeOver);
  window.addEventListener('pageshow', comeBack);
  return () => {
    window.removeEventListener('storage', takeOver);
    window.removeEventListener('pageshow', comeBack);
  };
}

function takeOver(event: StorageEvent): void {
  // The key is null when the whole storage was cleared.
  if (event.key === STORAGE_KEY || event.key === null) show(restoreItems(event.newValue).items);
}

/** A page that Back or Forward brings out of the browser's memory was told of no change meanwhile. */
function comeBack(event: PageTransitionEvent): void {
  if (event.persisted) show(keptItems());
}

/**
 * The cart as it is stored, lines that are not sold included. Every change begins with it: another tab may have changed it
 * since this one looked.
 */
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
    // Storage may be full or forbidden; then the cart lasts as long as the page.
    onlyInMemory = true;
  }
}

/** Shows a cart that is stored already, with today's prices once they are known. */
function show(items: CartItem[]): void {
  useCart.setState({ items: soldItems(repriceByList(items)) });
}

/** The lines at the prices of the list; lines that it need not tell of stay as they are. */
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
