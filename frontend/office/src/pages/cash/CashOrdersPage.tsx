import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatDay } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import type { CashOrder, CashState } from '../../api/cash';
import { cashOrdersQuery } from '../../api/queries';
import {
  CASH_PLACES,
  type CashPlace,
  carrierWords,
  cashAddress,
  cashPlaceOf,
  ordersWords,
  waitOf,
} from '../../rules/cash';
import { dateWords } from '../../rules/days';
import { rowsOf } from '../../rules/rows';
import { Chip } from '../../ui/Chip';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { More } from '../../ui/More';
import { PageHead } from '../../ui/PageHead';
import { Tabs } from '../../ui/Tabs';
import { useNow } from '../../ui/use_now';
import { Nothing, Waiting } from '../../ui/Waiting';
import note from '../../ui/note.module.css';

const helper = createColumnHelper<typeof features, CashOrder>();

/** The orders behind a sum of cash. */
export default function CashOrdersPage() {
  const [search] = useSearchParams();
  const place = cashPlaceOf(search.get('state'));
  const carrier = search.get('carrier') ?? '';
  const { state } = place;
  const tabs = CASH_PLACES.map((each) => ({
    to: cashAddress({ state: each.state, carrier }),
    label: each.label,
    isOpen: each === place,
  }));
  return (
    <>
      <PageHead title={carrier ? `Cash of ${carrier}` : 'Cash of all carriers'} />
      <Tabs label="Where the cash is" tabs={tabs} />
      <p className={note.note}>
        <Link to="/cash">Back to the totals</Link>
        {carrier && (
          <>
            {' · '}
            <Link to={cashAddress({ state, carrier: '' })}>Show every carrier</Link>
          </>
        )}
      </p>
      <CashList key={`${place.state} ${carrier}`} place={place} carrier={carrier} />
    </>
  );
}

interface CashListProps {
  place: CashPlace;
  carrier: string;
}

function CashList({ place: { state, label, empty }, carrier }: CashListProps) {
  const query = useInfiniteQuery(cashOrdersQuery({ state, carrier }));
  const columns = useMemo(() => columnsOf(state), [state]);
  const orders = useMemo(
    () =>
      rowsOf(
        query.data,
        (page) => page.orders,
        ({ orderNumber }) => orderNumber,
      ),
    [query.data],
  );
  return !query.data ? (
    <Waiting query={query} what="the orders" />
  ) : orders.length === 0 ? (
    <Nothing>{empty}</Nothing>
  ) : (
    <>
      <DataTable
        caption={`${label} orders`}
        columns={columns}
        rows={orders}
        idOf={({ orderNumber }) => orderNumber}
        nameOf={({ orderNumber }) => orderNumber}
        renderCard={(order) => <CashCard order={order} state={state} />}
      />
      <More query={query} shown={ordersWords(orders.length)} />
    </>
  );
}

function columnsOf(state: CashState) {
  const tight = { isTight: true };
  const number = helper.accessor('orderNumber', {
    header: 'Order',
    meta: tight,
    cell: ({ getValue }) => <Link to={`/orders/${getValue()}`}>{getValue()}</Link>,
  });
  const carrier = helper.accessor('carrier', {
    header: 'Carrier',
    cell: ({ getValue }) => carrierWords(getValue()),
  });
  const amount = helper.accessor('amount', {
    header: 'Amount',
    meta: { align: 'end', isTight: true },
    cell: ({ getValue }) => formatTotal(getValue()),
  });
  const day = (key: 'shippedAt' | 'deliveredAt', header: string) =>
    helper.accessor(key, { header, meta: tight, cell: ({ getValue }) => <Day at={getValue()} /> });
  const waits = helper.display({
    id: 'waits',
    header: 'Waiting',
    meta: tight,
    cell: ({ row: { original } }) => <WaitChip order={original} />,
  });
  const remitted = helper.accessor('remittedOn', {
    header: 'Remitted',
    meta: tight,
    cell: ({ getValue }) => remittedWords(getValue()),
  });
  const reference = helper.accessor('reference', {
    header: 'Reference',
    cell: ({ getValue }) => getValue() ?? '–',
  });
  const ends = {
    to_collect: [],
    collected: [day('deliveredAt', 'Delivered'), waits],
    remitted: [day('deliveredAt', 'Delivered'), remitted, reference],
  }[state];
  return helper.columns([
    number,
    carrier,
    amount,
    day('shippedAt', 'Shipped'),
    ...ends,
  ]) as Column<CashOrder>[];
}

function Day({ at }: { at: string | undefined }) {
  return at ? <time dateTime={at}>{formatDay(at)}</time> : '–';
}

/** The chip has its own clock. Rebuilding the columns every minute would take the focus from their links. */
function WaitChip({ order }: { order: CashOrder }) {
  const now = useNow();
  if (!order.deliveredAt) return null;
  const { words, tone } = waitOf(order.deliveredAt, now);
  return <Chip tone={tone}>{words}</Chip>;
}

function remittedWords(date: string | undefined): string {
  return date ? dateWords(date) : '–';
}

function CashCard({ order, state }: { order: CashOrder; state: CashState }) {
  const { orderNumber, carrier, amount, shippedAt, remittedOn, reference } = order;
  return (
    <>
      <p>
        <Link to={`/orders/${orderNumber}`}>{orderNumber}</Link>
        <b>{formatTotal(amount)}</b>
      </p>
      <p className={note.soft}>
        <span>{carrierWords(carrier)}</span>
        {state === 'to_collect' && shippedAt && <span>shipped {formatDay(shippedAt)}</span>}
        {state === 'collected' && <WaitChip order={order} />}
        {state === 'remitted' && <span>remitted {remittedWords(remittedOn)}</span>}
      </p>
      {reference && <p className={note.soft}>{reference}</p>}
    </>
  );
}
