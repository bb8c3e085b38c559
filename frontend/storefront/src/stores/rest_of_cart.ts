// Requests for products beyond the first page of the list, if the shop has many products.
import { create } from 'zustand';
import { findCards } from '../api/client';
import type { Card, Cards } from '../api/types';
import type { CartItem, KnownProducts } from '../rules/cart_items';
import { behind, longEnough } from 'shared/rules/pages';

/** The form of a product id. Users can edit what is stored, and the server refuses a request with one invalid id. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The most ids that the server accepts in one request. */
const MOST_IDS = 50;

/** The products of the cart that were not in the list. */
export const useRest = create<readonly Card[]>(() => []);

/** Fetches as many products of the list as are shown, and the products of these items that the list lacks. */
export async function askForRestOfList(first: Cards, shown: number, items: readonly CartItem[]) {
  const cards = await longEnough(
    first,
    ({ products }) => products.length >= shown,
    async (page, after) => cardsBehind(page, await findCards({ after }, { fresh: true })),
  );
  return { cards, known: await askForRest(items, cards.products) };
}

/** Merges two pages. */
export function cardsBehind<Page extends Cards>(page: Page, more: Cards): Page {
  const products = behind(page.products, more.products, ({ _id }) => _id);
  return { ...page, products, total: more.total, next: more.next };
}

/** Fetches the products of these items that the list lacks, and returns them with the list. Rejects if they cannot be fetched. */
export async function askForRest(
  items: readonly CartItem[],
  products: readonly Card[],
): Promise<KnownProducts> {
  const told = new Set(products.map(({ _id }) => _id));
  const asked = [...new Set(items.map(({ _id }) => _id))].filter((id) => !told.has(id));
  const rest = await findByIds(asked);
  useRest.setState(rest, true);
  return { products: [...products, ...rest], asked };
}

/** Fetches the products with these ids. Those no longer sold are missing. */
export async function findByIds(ids: readonly string[]): Promise<Card[]> {
  const known = ids.filter((id) => ID.test(id));
  const parts = Array.from({ length: Math.ceil(known.length / MOST_IDS) }, (_, part) =>
    known.slice(part * MOST_IDS, (part + 1) * MOST_IDS),
  );
  const found = parts.map((part) => findCards({ ids: part.join(',') }, { fresh: true }));
  return (await Promise.all(found)).flatMap(({ products }) => products);
}
