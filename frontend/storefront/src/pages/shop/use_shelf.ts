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

/** What stands on the shelf. */
export interface Shelf {
  /** Those of the choice that are shown. */
  products: readonly Card[];
  /** How many fit the choice. */
  total: number;
  /** What can be chosen, and what is chosen. */
  concerns: readonly string[];
  /** Whether the first of them are on their way. */
  coming: boolean;
  failed: boolean;
  /** Asks once more for what failed. */
  again: () => void;
  /** Shows the next ones; undefined when there are none. Rejects when they cannot be had. */
  loadMore: (() => Promise<void>) | undefined;
}

/** What the choice shows: chosen here when the list came whole, else by the server, which knows all of a shop of many products. */
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

/** Cards that are drawn at once, as many as the server sends of a larger shop. */
const DRAWN = 48;

/** How many cards of a whole list are drawn, by the queries of choices: who comes back finds as many as were left. */
const useDrawn = create<Readonly<Record<string, number>>>(() => ({}));

function drawMore(query: string): void {
  useDrawn.setState((state) => ({ [query]: (state[query] ?? DRAWN) + DRAWN }));
}

/** Prices and stock may be this old when somebody looks. */
const STALE_MS = 60_000;

/** What the server finds for choices, by their queries, as far as it is shown. */
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
  // It was asked for anew meanwhile.
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
