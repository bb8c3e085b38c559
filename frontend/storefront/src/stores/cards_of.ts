import type { Card } from '../api/types';
import { useCart } from './cart';
import { createResource } from './resource';
import { useResource } from './use_resource';
import { findByIds } from './rest_of_cart';

/** Prices and stock may be this old when somebody looks. */
const STALE_MS = 60_000;

/** Products that a list leaves out, by their ids. */
const byIds = createResource<Card[]>({ ask: (ids) => findByIds(ids.split(',')), staleMs: STALE_MS });

/** The cards of these products, of those that are sold; a shop of many is asked about what its list leaves out. */
export function useCardsOf(ids: readonly string[]): ReadonlyMap<string, Card> {
  const { data: list, whole } = useCart();
  const listed = new Map(list.map((card) => [card._id, card]));
  const missing = whole ? [] : [...new Set(ids.filter((id) => !listed.has(id)))].sort();
  const { data: found = [] } = useResource(byIds, missing.length > 0 ? missing.join(',') : undefined);
  return new Map([...listed, ...found.map((card) => [card._id, card] as const)]);
}
