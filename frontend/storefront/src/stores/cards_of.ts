import type { Card } from '../api/types';
import { useCart } from './cart';
import { createResource } from './resource';
import { useResource } from './use_resource';
import { findByIds } from './rest_of_cart';

/** The age after which prices and stock are fetched again. */
const STALE_MS = 60_000;

/** Products that are not in the list, by their ids. */
const byIds = createResource<Card[]>({ ask: (ids) => findByIds(ids.split(',')), staleMs: STALE_MS });

/** The cards of these products, by id. Products that are not in an incomplete list are fetched; those no longer sold are missing. */
export function useCardsOf(ids: readonly string[]): ReadonlyMap<string, Card> {
  const { data: list, whole } = useCart();
  const listed = new Map(list.map((card) => [card._id, card]));
  const missing = whole ? [] : [...new Set(ids.filter((id) => !listed.has(id)))].sort();
  const { data: found = [] } = useResource(byIds, missing.length > 0 ? missing.join(',') : undefined);
  return new Map([...listed, ...found.map((card) => [card._id, card] as const)]);
}
