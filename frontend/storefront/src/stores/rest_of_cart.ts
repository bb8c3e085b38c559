// What a shop of many products has to be asked about beside the first page of its list; other shops send every product at once.
import { create } from 'zustand';
import { findCards } from '../api/client';
import type { Card, Cards } from '../api/types';
import type { CartItem, KnownProducts } from '../rules/cart_items';
import { behind, longEnough } from 'shared/rules/pages';

/** Anybody can edit what is stored, and the server refuses all of a question with one id that is none. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The server answers about as many products at once. */
const MOST_IDS = 50;

/** The products of the cart that the list did not tell of when it came. */
export const useRest = create<readonly Card[]>(() => []);

/** As many products of the list as are shown, and those of these items that it does not tell of. */
export async function askForRestOfList(first: Cards, shown: number, items: readonly CartItem[]) {
  const cards = await longEnough(
    first,
    ({ products }) => products.length >= shown,
    async (page, after) => cardsBehind(page, await findCards({ after }, { fresh: true })),
  );
  return { cards, known: await askForRest(items, cards.products) };
}

/** Two pages as one. */
export function cardsBehind<Page extends Cards>(page: Page, more: Cards): Page {
  const products = behind(page.products, more.products, ({ _id }) => _id);
  return { ...page, products, total: more.total, next: more.next };
}

/** The list with the products of these items that it does not tell of. Rejects when these cannot be had. */
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

/** The products with these ids that are sold. */
export async function findByIds(ids: readonly string[]): Promise<Card[]> {
  const known = ids.filter((id) => ID.test(id));
  const parts = Array.from({ length: Math.ceil(known.length / MOST_IDS) }, (_, part) =>
    known.slice(part * MOST_IDS, (part + 1) * MOST_IDS),
  );
  const found = parts.map((part) => findCards({ ids: part.join(',') }, { fresh: true }));
  return (await Promise.all(found)).flatMap(({ products }) => products);
}
