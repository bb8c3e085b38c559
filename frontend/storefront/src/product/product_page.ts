import type { Card } from '../api/types';
import { paths } from '../paths';

/** The path of a product's page, or of the shop page if it is not sold. */
export function pageOfProduct(products: readonly Card[], id: string): string {
  return products.some(({ _id }) => _id === id) ? paths.product(id) : paths.shop;
}
