import type { Card } from '../api/types';
import { paths } from '../paths';

/** The page of the product of this name; the whole shop where it is not sold. */
export function pageOfProduct(products: readonly Card[], name: string): string {
  const product = products.find(({ productName }) => productName === name);
  return product ? paths.product(product._id) : paths.shop;
}
