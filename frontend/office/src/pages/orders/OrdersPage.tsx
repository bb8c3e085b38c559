import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RowSelectionState, Updater } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { ordersQuery, todayQuery } from '../../api/queries';
import { countOf, TABS, tabOf } from '../../rules/order_states';
import { rowsOf } from '../../rules/rows';
import { searchedAddress, textIn } from '../../rules/search_text';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import { DataTable } from '../../ui/DataTable';
import { Icon } from '../../ui/Icon';
import { More } from '../../ui/More';
import { PageHead } from '../../ui/PageHead';
import { Tabs } from '../../ui/Tabs';
import { Nothing, Waiting } from '../../ui/Waiting';
import { BulkBar } from './BulkBar';
import { selectedOrders } from './bulk_run';
import { ExportDialog } from './ExportDialog';
import { Outcomes } from './Outcomes';
import { OrderCard } from './OrderCard';
import { orderColumns } from './order_columns';
import styles from './orders.module.css';
import { useBulkTransition } from './use_bulk_transition';

/** Orders by status and search text. Many orders can be confirmed, packed and printed at once. */
export default function OrdersPage() {
  const [search] = useSearchParams();
  const text = textIn(useLocation().hash);
  const tab = tabOf(search.get('tab'));
  const query = useInfiniteQuery(ordersQuery(text, tab.states));
  const counts = useQuery(todayQuery).data?.counts;
  const mayTransition = useMay('orders.transition');
  const mayPlace = useMay('orders.place');
  const mayExport = useMay('orders.export');
  const [isExporting, setExporting] = useState(false);
  const bulk = useBulkTransition(selectedOrders);
  const [selection, setSelection] = useState<{ of: string; rows: RowSelectionState }>({ of: '', rows: {} });

  const orders = useMemo(
    () =>
      rowsOf(
        query.data,
        (page) => page.orders,
        ({ orderId }) => orderId,
      ),
    [query.data],
  );
  // A selection belongs to the list in which it was made.
  const list = `${tab.name} ${text}`;
  const rows = selection.of === list ? selection.rows : {};
  const chosen = orders.filter(({ orderNumber }) => rows[orderNumber]);
  // Orders that left the list are no longer selected.
  const selected: RowSelectionState = Object.fromEntries(
    chosen.map(({ orderNumber }) => [orderNumber, true as const]),
  );

  function select(updater: Updater<RowSelectionState>) {
    setSelection({ of: list, rows: typeof updater === 'function' ? updater(selected) : updater });
  }

  return (
    <>
      <PageHead title="Orders">
        {mayExport && (
          <button type="button" className={button.quiet} onClick={() => setExporting(true)}>
            Export…
          </button>
        )}
        {mayPlace && (
          <Link className={button.quiet} to="/orders/new">
            <Icon name="plus" /> New order
          </Link>
        )}
      </PageHead>
      <Tabs
        label="States of orders"
        tabs={TABS.map((each) => ({
          to: addressOf(each.name, text),
          label: each.label,
          isOpen: each === tab,
          count: countOf(each, counts),
        }))}
      />
      {text && (
        <p className={styles.found}>
          Results for “{text}”{tab.name && `, ${tab.label.toLowerCase()}`}.{' '}
          <Link to={addressOf(tab.name, '')}>Show all orders</Link>
        </p>
      )}
      {bulk.run && !bulk.run.isRunning && (
        <Outcomes run={bulk.run} onResume={bulk.resume} onClose={bulk.forget} />
      )}
      {!query.data ? (
        <Waiting query={query} what="the orders" />
      ) : orders.length === 0 ? (
        <Nothing>{text ? 'No orders match.' : 'No orders.'}</Nothing>
      ) : (
        <>
          <DataTable
            caption={tab.name ? `Orders: ${tab.label}` : 'Orders'}
            columns={orderColumns}
            rows={orders}
            idOf={({ orderNumber }) => orderNumber}
            nameOf={({ orderNumber, fullName }) => `${orderNumber}, ${fullName}`}
            renderCard={(order) => <OrderCard order={order} outcome={bulk.outcomeOf(order.orderNumber)} />}
            selection={{ selected, onChange: select }}
          />
          <More query={query} shown={orders.length === 1 ? '1 order' : `${orders.length} orders`} />
        </>
      )}
      {isExporting && <ExportDialog onClose={() => setExporting(false)} />}
      <BulkBar orders={chosen} mayTransition={mayTransition} bulk={bulk} onClear={() => select({})} />
    </>
  );
}

function addressOf(tab: string, text: string): string {
  return searchedAddress('/orders', text, { tab });
}
