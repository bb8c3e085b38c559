// What a shop of many products needs to know about a cart; other shops send every product at once.
import { create } from 'zustand';
import { findCards } from '../api/client';
import type { Card } from '../api/types';
import type { CartItem, KnownProducts } from '../rules/cart_items';

/** Anybody can edit what is stored, and the server refuses all of a question with one id that is none. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The products of the cart that the list did not tell of when it came. */
export const useRest = create<readonly Card[]>(() => []);

/** The list with the products of these items that it does not tell of. Rejects when these cannot be had. */
export async function askForRest(
  items: readonly CartItem[],
  products: readonly Card[],
): Promise<KnownProducts> {
  const told = new Set(products.map(({ _id }) => _id));
  const asked = [...new Set(items.map(({ _id }) => _id))].filter((id) => !told.has(id));
  const ids = asked.filter((id) => ID.test(id)).join(',');
  const rest = ids ? (await findCards({ ids })).products : [];
  useRest.setState(rest, true);
  return { products: [...products, ...rest], asked };
}
