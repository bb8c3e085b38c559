import { useMemo } from 'react';
import { create } from 'zustand';
import { findCards } from '../../api/client';
import type { Card, Cards } from '../../api/types';
import { useCart } from '../../stores/cart';
import { loadMore } from '../../stores/more_products';
import { createResource } from '../../stores/resource';
import { useResource } from '../../stores/use_resource';
import { changeKnown } from '../../stores/resource_changes';
import { cardsBehind } from '../../stores/rest_of_cart';
import { longEnough } from 'shared/rules/pages';
import { type Choice, choose, concernsOf, concernsToChoose, queryOf } from './choice';

/** The products of the shop page. */
export interface Shelf {
  /** The shown products of the choice. */
  products: readonly Card[];
  /** The number of products of the choice. */
  total: number;
  /** The concerns to choose from, including the selected one. */
  concerns: readonly string[];
  /** True while the first products load. */
  coming: boolean;
  failed: boolean;
  /** Repeats the failed request. */
  again: () => void;
  /** Shows the next products; undefined if there are none. Rejects if they cannot be fetched. */
  loadMore: (() => Promise<void>) | undefined;
}

/** The products of a choice. A complete list is filtered in the browser; otherwise the server filters. */
export function useShelf(choice: Choice): Shelf {
  const data = useCart((state) => state.data);
  const whole = useCart((state) => state.whole);
  const total = useCart((state) => state.total);
  const next = useCart((state) => state.next);
  const loading = useCart((state) => state.loading);
  const concerns = useCart((state) => state.concerns);
  const { type, concern, sort } = choice;
  const query = queryText(choice);
  const asks = !whole && query !== '';
  const { data: answer, error } = useResource(found, asks ? query : undefined);
  const chosen = useMemo(() => choose(data, { type, concern, sort }), [data, type, concern, sort]);
  const drawn = useDrawn((state) => state[query] ?? DRAWN);
  const offered = concernsToChoose(whole ? concernsOf(data) : concerns, concern);
  const shelf = { concerns: offered, failed: false, again: () => found.look(query) };
  if (asks) {
    return {
      ...shelf,
      products: answer?.products ?? [],
      total: answer?.total ?? 0,
      coming: !answer && error === undefined,
      failed: !answer && error !== undefined,
      loadMore: answer?.next ? () => loadMoreFound(query) : undefined,
    };
  }
  const coming = loading && data.length === 0;
  if (!whole) {
    return { ...shelf, products: data, total, coming, loadMore: next === null ? undefined : loadMore };
  }
  return {
    ...shelf,
    products: chosen.slice(0, drawn),
    total: chosen.length,
    coming,
    loadMore: chosen.length > drawn ? async () => drawMore(query) : undefined,
  };
}

/** The number of cards rendered at once, equal to the server's page size for larger shops. */
const DRAWN = 48;

/** The number of rendered cards of a complete list, by query. It is kept for shoppers who come back. */
const useDrawn = create<Readonly<Record<string, number>>>(() => ({}));

function drawMore(query: string): void {
  useDrawn.setState((state) => ({ [query]: (state[query] ?? DRAWN) + DRAWN }));
}

/** The age after which prices and stock are fetched again. */
const STALE_MS = 60_000;

/** The server's results by query, up to the page loaded so far. */
const found = createResource<Cards>({
  ask: async (query, { fresh, known }) => {
    const first = await findCards(choiceOf(query), { fresh });
    const shown = known?.products.length ?? 0;
    return longEnough(
      first,
      ({ products }) => products.length >= shown,
      (page, after) => withMore(query, page, after),
    );
  },
  staleMs: STALE_MS,
});

async function loadMoreFound(query: string): Promise<void> {
  const { data } = found.entryOf(query);
  if (!data?.next) return;
  const longer = await withMore(query, data, data.next);
  // If the list was fetched again meanwhile, it stays as it is.
  changeKnown(found, query, (page) => (page === data ? longer : page));
}

async function withMore(query: string, page: Cards, after: string): Promise<Cards> {
  return cardsBehind(page, await findCards({ ...choiceOf(query), after }));
}

function choiceOf(query: string) {
  return Object.fromEntries(new URLSearchParams(query));
}

function queryText(choice: Choice): string {
  return new URLSearchParams(queryOf(choice)).toString();
}
