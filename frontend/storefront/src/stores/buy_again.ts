import type { OrderedLine } from '../api/types';
import { type Again, buyAgain, itemsOf } from '../rules/buy_again';
import { useCart } from './cart';
import { addToCart } from './cart_changes';
import { askForRest } from './rest_of_cart';

/**
 * Adds the packs of an earlier order that are available today to the cart. Returns what was added and what is missing. Rejects if the
 * product list is incomplete and the products cannot be fetched.
 */
export async function putIntoCartAgain(lines: readonly OrderedLine[]): Promise<Again> {
  const { data, whole, items } = useCart.getState();
  // Asks for the cart's own lines too, because the answer replaces all known products of the cart.
  const products = whole ? data : (await askForRest([...items, ...itemsOf(lines)], data)).products;
  const again = buyAgain(lines, products, useCart.getState().items);
  addToCart(again.items);
  return again;
}
