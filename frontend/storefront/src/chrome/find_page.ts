import { findCards } from '../api/client';
import type { Card } from '../api/types';
import { paths } from '../paths';
import { findProduct } from '../rules/search';
import { loadProducts, useCart } from '../stores/cart';

/** Where a search for these words leads: to the product they mean, or to the page that says there is none. */
export async function pageFor(words: string): Promise<string> {
  const found = findProduct(await productsLike(words), words);
  return found ? paths.product(found._id) : paths.nothingFound(words);
}

async function productsLike(words: string): Promise<Card[]> {
  // Somebody quick may search before the shop's own load is done.
  if (useCart.getState().data.length === 0) await loadProducts();
  const { data, whole } = useCart.getState();
  return whole ? data : (await findCards({ search: words })).products;
}
