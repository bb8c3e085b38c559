import { useQueries } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { orderQuery } from '../../api/queries';
import type { Order } from '../../api/types';
import button from '../../ui/button.module.css';
import { Icon } from '../../ui/Icon';
import { PageHead } from '../../ui/PageHead';
import { Nothing, Waiting } from '../../ui/Waiting';
import { Labels } from './Labels';
import { PickList } from './PickList';
import styles from './print.module.css';
import { Slips } from './Slips';

const VIEWS = {
  pick: { label: 'Pick list', hint: 'What to take from the shelves, each pack once.', Sheets: PickList },
  labels: { label: 'Labels', hint: 'A6, one page an order.', Sheets: Labels },
  slips: { label: 'Packing slips', hint: 'A5, one page an order; what is paid is not on it.', Sheets: Slips },
} as const;

type View = keyof typeof VIEWS;

/** Orders on paper: the list by which they are picked, their labels, their slips. */
export default function PrintPage() {
  const [search] = useSearchParams();
  const numbers = [...new Set((search.get('numbers') ?? '').split(',').filter(Boolean))];
  const wanted = search.get('view') ?? '';
  const view: View = wanted in VIEWS ? (wanted as View) : 'pick';
  const queries = useQueries({ queries: numbers.map((number) => orderQuery(number)) });
  const orders = queries.flatMap(({ data }) => data ?? []);
  const failed = queries.find(({ error }) => error);
  const { label, hint, Sheets } = VIEWS[view];
  const addressOf = (other: View) =>
    `/orders/print?${new URLSearchParams({ view: other, numbers: numbers.join(',') })}`;

  return (
    <>
      <div className={styles.screenOnly}>
        <PageHead title={orders.length === 1 ? `${label} of 1 order` : `${label} of ${orders.length} orders`}>
          <button type="button" className={button.primary} onClick={() => window.print()}>
            <Icon name="print" /> Print
          </button>
        </PageHead>
        <nav className={styles.views} aria-label="What is printed">
          {(Object.keys(VIEWS) as View[]).map((other) => (
            <Link
              key={other}
              to={addressOf(other)}
              replace
              aria-current={other === view ? 'page' : undefined}
            >
              {VIEWS[other].label}
            </Link>
          ))}
          <span>{hint}</span>
        </nav>
        {failed && <Waiting query={failed} what="an order, which is missing here" />}
      </div>
      {numbers.length === 0 ? (
        <Nothing>No order is selected.</Nothing>
      ) : orders.length + Number(Boolean(failed)) === 0 ? (
        <Waiting query={{ error: undefined, isFetching: true, refetch: () => undefined }} what="the orders" />
      ) : (
        <Sheets orders={orders} />
      )}
    </>
  );
}

/** What each kind of sheet is made of. */
export interface SheetsProps {
  orders: readonly Order[];
}
