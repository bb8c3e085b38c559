import type { Card } from '../../api/types';
import { namesConcern } from '../../rules/concerns';

const OFFERED = 4;

/** What is offered to a shopper who found nothing: what serves the concern they named, then the first of the shelf. */
export function offersFor(query: string, products: readonly Card[]): Card[] {
  const fitting = products.filter(({ concerns }) => concerns.some((concern) => namesConcern(query, concern)));
  return [...new Set([...fitting, ...products])].slice(0, OFFERED);
}
