import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { wordsOf } from '../../api/errors';
import { orderRoundQuery, reservedPacksQuery } from '../../api/queries';
import type { Order } from '../../api/types';
import button from '../../ui/button.module.css';
import { Icon } from '../../ui/Icon';
import { PageHead } from '../../ui/PageHead';
import { Nothing, Waiting } from '../../ui/Waiting';
import { Invoices } from './Invoices';
import { Labels } from './Labels';
import { PickList } from './PickList';
import styles from './print.module.css';
import { Slips } from './Slips';

const VIEWS = {
  pick: { label: 'Pick list', hint: 'Items to pick.', Sheets: PickList },
  labels: { label: 'Labels', hint: 'A6, one page per order.', Sheets: Labels },
  slips: { label: 'Packing slips', hint: 'A5, one page per order, without prices.', Sheets: Slips },
  invoices: { label: 'Invoices', hint: 'A4, one file for all orders that are packed.', Sheets: Invoices },
} as const;

type View = keyof typeof VIEWS;

/** The printed sheets of orders: pick list, labels, slips and invoices. */
export default function PrintPage() {
  const [search] = useSearchParams();
  const typed = (search.get('numbers') ?? '').toUpperCase().split(',');
  const numbers = [...new Set(typed.map((number) => number.trim()).filter(Boolean))];
  const wanted = search.get('view') ?? '';
  const view: View = wanted in VIEWS ? (wanted as View) : 'pick';
  const query = useQuery(orderRoundQuery(numbers));
  const orders = query.data ?? [];
  // The list waits for the batches, because without them a packer would go to the wrong shelf. If they cannot be read, it shows that.
  const reserved = useQuery({
    ...reservedPacksQuery(orders.map(({ orderId }) => orderId)),
    enabled: orders.length > 0 && (view === 'pick' || view === 'slips'),
  });
  const missing = query.data && numbersWithout(numbers, query.data);
  const { label, hint, Sheets } = VIEWS[view];
  const addressOf = (other: View) =>
    `/orders/print?${new URLSearchParams({ view: other, numbers: numbers.join(',') })}`;

  return (
    <>
      <div className={styles.screenOnly}>
        <PageHead title={orders.length === 1 ? `${label} of 1 order` : `${label} of ${orders.length} orders`}>
          {view !== 'invoices' && (
            <button type="button" className={button.primary} onClick={() => window.print()}>
              <Icon name="print" /> Print
            </button>
          )}
        </PageHead>
        <nav className={styles.views} aria-label="Documents">
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
        {missing && missing.length > 0 && (
          <p role="alert">
            <b>There is no order {missing.join(', ')}.</b> {missing.length === 1 ? 'It is' : 'They are'}{' '}
            missing here.
          </p>
        )}
        {reserved.isError && (
          <p role="alert">
            <b>The batches cannot be shown right now.</b> {wordsOf(reserved.error)}
          </p>
        )}
      </div>
      {numbers.length === 0 ? (
        <Nothing>No order is selected.</Nothing>
      ) : query.data && !reserved.isLoading ? (
        <Sheets orders={orders} reserved={reserved.data ?? new Map()} />
      ) : (
        <Waiting query={query.data ? reserved : query} what="the orders" />
      )}
    </>
  );
}

function numbersWithout(numbers: readonly string[], orders: readonly Order[]): string[] {
  const found = new Set(orders.map(({ orderNumber }) => orderNumber));
  return numbers.filter((number) => !found.has(number));
}
