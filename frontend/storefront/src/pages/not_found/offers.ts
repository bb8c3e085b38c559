import type { Card } from '../../api/types';
import { namesConcern } from '../../rules/concerns';

const OFFERED = 4;

/** Products for a shopper whose search found none: those for the concern it names, then the first of the list. */
export function offersFor(query: string, products: readonly Card[]): Card[] {
  const fitting = products.filter(({ concerns }) => concerns.some((concern) => namesConcern(query, concern)));
  return [...new Set([...fitting, ...products])].slice(0, OFFERED);
}
