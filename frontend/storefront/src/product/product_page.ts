import type { Card } from '../api/types';
import { paths } from '../paths';

/** The page of the product of this id; the whole shop where it is not sold. */
export function pageOfProduct(products: readonly Card[], id: string): string {
  return products.some(({ _id }) => _id === id) ? paths.product(id) : paths.shop;
}
