import { useInfiniteQuery } from '@connectrpc/connect-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatDay } from 'shared/rules/moment';
import { formatPaise } from 'shared/rules/rupees';
import { CashOnDeliveryService, type CashOrder } from '#contract/shop/order/v1/cash_pb.js';
import { paged } from '../../api/paged';
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
  const tabs = CASH_PLACES.map((each) => ({
    to: cashAddress(each, carrier),
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
            <Link to={cashAddress(place, '')}>Show every carrier</Link>
          </>
        )}
      </p>
      <CashList key={`${place.name} ${carrier}`} place={place} carrier={carrier} />
    </>
  );
}

interface CashListProps {
  place: CashPlace;
  carrier: string;
}

function CashList({ place: { state, sum, label, empty }, carrier }: CashListProps) {
  const query = useInfiniteQuery(
    CashOnDeliveryService.method.listCash,
    { state, carrier, pageToken: '' },
    paged,
  );
  const columns = useMemo(() => columnsOf(sum), [sum]);
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
        renderCard={(order) => <CashCard order={order} sum={sum} />}
      />
      <More query={query} shown={ordersWords(orders.length)} />
    </>
  );
}

function columnsOf(sum: CashPlace['sum']) {
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
  const amount = helper.accessor('amountPaise', {
    header: 'Amount',
    meta: { align: 'end', isTight: true },
    cell: ({ getValue }) => formatPaise(getValue()),
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
    cell: ({ getValue }) => getValue() || '–',
  });
  const ends = {
    toCollect: [],
    collected: [day('deliveredAt', 'Delivered'), waits],
    remitted: [day('deliveredAt', 'Delivered'), remitted, reference],
  }[sum];
  return helper.columns([
    number,
    carrier,
    amount,
    day('shippedAt', 'Shipped'),
    ...ends,
  ]) as Column<CashOrder>[];
}

function Day({ at }: { at: string }) {
  return at ? <time dateTime={at}>{formatDay(at)}</time> : '–';
}

/** The chip has its own clock. Rebuilding the columns every minute would take the focus from their links. */
function WaitChip({ order }: { order: CashOrder }) {
  const now = useNow();
  if (!order.deliveredAt) return null;
  const { words, tone } = waitOf(order.deliveredAt, now);
  return <Chip tone={tone}>{words}</Chip>;
}

function remittedWords(date: string): string {
  return date ? dateWords(date) : '–';
}

function CashCard({ order, sum }: { order: CashOrder; sum: CashPlace['sum'] }) {
  const { orderNumber, carrier, amountPaise, shippedAt, remittedOn, reference } = order;
  return (
    <>
      <p>
        <Link to={`/orders/${orderNumber}`}>{orderNumber}</Link>
        <b>{formatPaise(amountPaise)}</b>
      </p>
      <p className={note.soft}>
        <span>{carrierWords(carrier)}</span>
        {sum === 'toCollect' && shippedAt && <span>shipped {formatDay(shippedAt)}</span>}
        {sum === 'collected' && <WaitChip order={order} />}
        {sum === 'remitted' && <span>remitted {remittedWords(remittedOn)}</span>}
      </p>
      {reference && <p className={note.soft}>{reference}</p>}
    </>
  );
}
