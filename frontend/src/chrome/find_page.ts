import type { Product } from '../api/types';
import { paths } from '../paths';
import { findProduct } from '../rules/search';
import { loadProducts, useCart } from '../stores/cart';

/** Where a search for these words leads: to the product they mean, or to the page that says there is none. */
export async function pageFor(words: string): Promise<string> {
  const found = findProduct(await allProducts(), words);
  return found ? paths.product(found._id) : paths.nothingFound(words);
}

async function allProducts(): Promise<Product[]> {
  // Somebody quick may search before the shop's own load is done.
  if (useCart.getState().data.length === 0) await loadProducts();
  return useCart.getState().data;
}
