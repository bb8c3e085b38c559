import { useEffect, useMemo, useState } from 'react';
import { findCards } from '../../api/client';
import type { Card, Cards } from '../../api/types';
import { useCart } from '../../stores/cart';
import { loadMore } from '../../stores/more_products';
import { type Choice, choose, concernsOf, concernsToChoose, queryOf } from './choice';

/** What stands on the shelf. */
export interface Shelf {
  /** Those of the choice that are here. */
  products: readonly Card[];
  /** How many fit the choice; as many as are here when nothing is left to load. */
  total: number;
  /** What can be chosen, and what is chosen. */
  concerns: readonly string[];
  /** Whether the first of them are on their way. */
  coming: boolean;
  failed: boolean;
  /** Asks once more for what failed. */
  again: () => void;
  /** Adds the next ones; undefined when there are none. Rejects when they cannot be had. */
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
  const asks = !whole && queryText(choice) !== '';
  const found = useFound(choice, asks);
  const chosen = useMemo(() => choose(data, { type, concern, sort }), [data, type, concern, sort]);
  const offered = concernsToChoose(whole ? concernsOf(data) : concerns, concern);
  const shelf = { concerns: offered, failed: false, again: found.again };
  if (asks) {
    const { answer } = found;
    return {
      ...shelf,
      products: answer?.products ?? [],
      total: answer?.total ?? 0,
      coming: !answer && !found.failed,
      failed: found.failed,
      loadMore: answer?.next ? found.loadMore : undefined,
    };
  }
  return {
    ...shelf,
    products: whole ? chosen : data,
    total: whole ? chosen.length : total,
    coming: loading && data.length === 0,
    loadMore: next === null ? undefined : loadMore,
  };
}

/** What the server finds for a choice, while it is to be asked. What was found for another stays, for when it is made again. */
function useFound(choice: Choice, asks: boolean) {
  const query = queryText(choice);
  const [found, setFound] = useState<Record<string, Cards | null>>({});
  const current = found[query];
  const missing = asks && current === undefined;
  useEffect(() => {
    if (!missing) return;
    const keep = (answer: Cards | null) => setFound((known) => ({ ...known, [query]: answer }));
    findCards(Object.fromEntries(new URLSearchParams(query))).then(keep, () => keep(null));
  }, [missing, query]);

  async function loadNext() {
    if (!current?.next) return;
    const { products, total, next } = await findCards({ ...queryOf(choice), after: current.next });
    const known = new Set(current.products.map(({ _id }) => _id));
    const rest = products.filter(({ _id }) => !known.has(_id));
    const answer = { products: [...current.products, ...rest], total, next };
    setFound((before) => (before[query] === current ? { ...before, [query]: answer } : before));
  }

  function again() {
    setFound(({ [query]: _failed, ...rest }) => rest);
  }

  return { answer: current ?? undefined, failed: current === null, again, loadMore: loadNext };
}

function queryText(choice: Choice): string {
  return new URLSearchParams(queryOf(choice)).toString();
}
