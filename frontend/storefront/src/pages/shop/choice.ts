import { concernWords } from '#words/concerns';
import type { Card } from '../../api/types';
import { codeLabel } from 'shared/rules/code_label';

const TYPES = ['all', 'pouch', 'box'] as const;
const SORTS = ['featured', 'price-asc', 'price-desc'] as const;

/** What the shopper wants to see of the catalogue, as the address says it. */
export interface Choice {
  type: (typeof TYPES)[number];
  /** Empty for any. */
  concern: string;
  sort: (typeof SORTS)[number];
}

/** Everything, in the catalogue's own order. */
export const everything: Choice = { type: 'all', concern: '', sort: 'featured' };

export { SORTS as sorts, TYPES as types };

/** Reads the choice from a query; what it does not understand it leaves out. */
export function readChoice(query: URLSearchParams): Choice {
  return {
    type: TYPES.find((type) => type === query.get('type')) ?? everything.type,
    concern: query.get('concern') ?? everything.concern,
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? everything.sort,
  };
}

/** The query of a choice: only what differs from showing everything. */
export function queryOf(choice: Choice): Partial<Record<keyof Choice, string>> {
  const chosen = Object.entries(choice).filter(([name, value]) => value !== everything[name as keyof Choice]);
  return Object.fromEntries(chosen);
}

/** The products chosen, in the order chosen; products of one price keep the catalogue's order. */
export function choose(products: readonly Card[], { type, concern, sort }: Choice): Card[] {
  const chosen = products
    .filter((product) => type === 'all' || product.type === type)
    .filter((product) => !concern || product.concerns.includes(concern));
  if (sort === 'featured') return chosen;
  const direction = sort === 'price-asc' ? 1 : -1;
  return chosen.sort((one, other) => direction * (one.actualPrice - other.actualPrice));
}

/** What the products are good for. */
export function concernsOf(products: readonly Card[]): string[] {
  return products.flatMap((product) => product.concerns);
}

/** The concerns to choose from, each once and in alphabetical order, and the one asked for even if nothing serves it. */
export function concernsToChoose(concerns: readonly string[], asked: string): string[] {
  return [...new Set(asked ? [...concerns, asked] : concerns)].sort();
}

/** A concern as a shopper reads it; one that is new in the catalogue is read as it is written there. */
export function concernLabel(concern: string): string {
  return concernWords[concern] ?? codeLabel(concern);
}
