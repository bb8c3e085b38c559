import type { Card } from '../../api/types';

const OFFERED = 4;

/** What is offered to a shopper who found nothing: what serves the concern they named, then the first of the shelf. */
export function offersFor(query: string, products: readonly Card[]): Card[] {
  const words = query.toLowerCase().split(/\W+/);
  const serves = ({ concerns }: Card) =>
    concerns.some((concern) => concern.split('-').some((part) => words.includes(part)));
  const fitting = products.filter(serves);
  return [...new Set([...fitting, ...products])].slice(0, OFFERED);
}
