import { findCards } from '../api/client';
import type { Card } from '../api/types';
import { paths } from '../paths';
import { namesConcern } from '../rules/concerns';
import { findProduct, isNamed } from '../rules/search';
import { loadProducts, useCart } from '../stores/cart';

/**
 * The path for a search: the product that the words mean, or the products of a concern they name unless a product has that name, or the
 * page that says nothing was found.
 */
export async function pageFor(words: string): Promise<string> {
  const products = await productsLike(words);
  const { whole, data, concerns } = useCart.getState();
  const all = whole ? data.flatMap((product) => product.concerns) : concerns;
  const concern = all.find((one) => namesConcern(words, one));
  if (concern && !isNamed(products, words)) return paths.shopOf({ concern });
  const found = findProduct(products, words);
  return found ? paths.product(found._id) : paths.nothingFound(words);
}

async function productsLike(words: string): Promise<Card[]> {
  // A search may come before the shop's own load is done.
  if (useCart.getState().data.length === 0) await loadProducts();
  const { data, whole } = useCart.getState();
  return whole ? data : (await findCards({ search: words })).products;
}
