import { concernWords } from '#words/concerns';
import type { Card } from '../../api/types';
import { codeLabel } from 'shared/rules/code_label';

const TYPES = ['all', 'pouch', 'box'] as const;
const SORTS = ['featured', 'price-asc', 'price-desc'] as const;

/** The filters and the sort order in the URL. */
export interface Choice {
  type: (typeof TYPES)[number];
  /** Empty for any concern. */
  concern: string;
  sort: (typeof SORTS)[number];
}

/** All products in the catalog's order. */
export const everything: Choice = { type: 'all', concern: '', sort: 'featured' };

export { SORTS as sorts, TYPES as types };

/** Reads the choice from a query. Unknown values become the defaults. */
export function readChoice(query: URLSearchParams): Choice {
  return {
    type: TYPES.find((type) => type === query.get('type')) ?? everything.type,
    concern: query.get('concern') ?? everything.concern,
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? everything.sort,
  };
}

/** The query of a choice, without defaults. */
export function queryOf(choice: Choice): Partial<Record<keyof Choice, string>> {
  const chosen = Object.entries(choice).filter(([name, value]) => value !== everything[name as keyof Choice]);
  return Object.fromEntries(chosen);
}

/** The chosen products in the chosen order. Products of equal price keep the catalog's order. */
export function choose(products: readonly Card[], { type, concern, sort }: Choice): Card[] {
  const chosen = products
    .filter((product) => type === 'all' || product.type === type)
    .filter((product) => !concern || product.concerns.includes(concern));
  if (sort === 'featured') return chosen;
  const direction = sort === 'price-asc' ? 1 : -1;
  return chosen.sort((one, other) => direction * (one.actualPrice - other.actualPrice));
}

/** The concerns of the products, with duplicates. */
export function concernsOf(products: readonly Card[]): string[] {
  return products.flatMap((product) => product.concerns);
}

/** The concerns to choose from, unique and in alphabetical order. Includes the selected one even if no product has it. */
export function concernsToChoose(concerns: readonly string[], asked: string): string[] {
  return [...new Set(asked ? [...concerns, asked] : concerns)].sort();
}

/** The label of a concern. Concerns without a label are shown as written in the catalog. */
export function concernLabel(concern: string): string {
  return concernWords[concern] ?? codeLabel(concern);
}
