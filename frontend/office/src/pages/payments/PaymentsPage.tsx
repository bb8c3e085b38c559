import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import type { OrderPayment } from '../../api/payments';
import { paymentsQuery } from '../../api/queries';
import {
  FINDINGS_TAB,
  PAYMENT_STATES,
  PAYMENT_TABS,
  type PaymentTab,
  paymentTabOf,
  providerWords,
  SETTLEMENTS_TAB,
} from '../../rules/online_payments';
import { rowsOf } from '../../rules/rows';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { More } from '../../ui/More';
import { PageHead } from '../../ui/PageHead';
import { Tabs } from '../../ui/Tabs';
import { Nothing, Waiting } from '../../ui/Waiting';
import { FindingList } from './FindingList';
import { SettlementList } from './SettlementList';
import note from '../../ui/note.module.css';

const helper = createColumnHelper<typeof features, OrderPayment>();

const tight = { isTight: true };

const columns = helper.columns([
  helper.accessor('orderNumber', {
    header: 'Order',
    meta: tight,
    cell: ({ getValue }) => <Link to={`/orders/${getValue()}`}>{getValue()}</Link>,
  }),
  helper.accessor('state', {
    header: 'Status',
    cell: ({ getValue }) => <StateChip state={getValue()} />,
  }),
  helper.accessor('asked', { header: 'Requested', meta: { align: 'end', isTight: true }, cell: amountCell }),
  helper.accessor('paid', { header: 'Received', meta: { align: 'end', isTight: true }, cell: amountCell }),
  helper.display({
    id: 'back',
    header: 'Refunded',
    meta: { align: 'end', isTight: true },
    cell: ({ row: { original } }) => amountWords(backOf(original)),
  }),
  helper.accessor('startedAt', {
    header: 'Requested on',
    meta: tight,
    cell: ({ getValue }) => <time dateTime={getValue()}>{formatMoment(getValue())}</time>,
  }),
  helper.display({
    id: 'by',
    header: 'By',
    cell: ({ row: { original } }) => byWords(original),
  }),
]) as Column<OrderPayment>[];

/** Online payments and their refunds. */
export default function PaymentsPage() {
  const [search] = useSearchParams();
  const mayRecord = useMay('payments.record');
  const isFindings = search.get('tab') === FINDINGS_TAB;
  const isSettlements = search.get('tab') === SETTLEMENTS_TAB;
  const tab = paymentTabOf(search.get('tab'));
  const tabs = PAYMENT_TABS.map((each) => ({
    to: each.name ? `/payments?tab=${each.name}` : '/payments',
    label: each.label,
    isOpen: each === tab && !isFindings && !isSettlements,
  }));
  tabs.splice(1, 0, { to: `/payments?tab=${FINDINGS_TAB}`, label: 'Needs attention', isOpen: isFindings });
  tabs.push({ to: `/payments?tab=${SETTLEMENTS_TAB}`, label: 'Settlements', isOpen: isSettlements });
  return (
    <>
      <PageHead title="Payments">
        {mayRecord && (
          <>
            <Link className={button.quiet} to="/payments/credits">
              Unmatched credits
            </Link>
            <Link className={button.quiet} to="/imports?kind=statements">
              Import a statement
            </Link>
          </>
        )}
      </PageHead>
      <Tabs label="Which payments" tabs={tabs} />
      {isFindings ? (
        <FindingList />
      ) : isSettlements ? (
        <SettlementList />
      ) : (
        <PaymentList key={tab.name} tab={tab} />
      )}
    </>
  );
}

function PaymentList({ tab: { states, label } }: { tab: PaymentTab }) {
  const query = useInfiniteQuery(paymentsQuery(states));
  const payments = useMemo(
    () =>
      rowsOf(
        query.data,
        (page) => page.payments,
        ({ paymentId }) => paymentId,
      ),
    [query.data],
  );
  if (!query.data) return <Waiting query={query} what="the payments" />;
  // A page of some states may be empty although more pages follow.
  if (payments.length === 0 && !query.hasNextPage) {
    return <Nothing>{states.length === 0 ? 'No payments yet.' : 'No payments here.'}</Nothing>;
  }
  return (
    <>
      {payments.length > 0 && (
        <DataTable
          caption={`${label}: payments`}
          columns={columns}
          rows={payments}
          idOf={({ paymentId }) => paymentId}
          nameOf={({ orderNumber }) => orderNumber}
          renderCard={(payment) => <PaymentLines payment={payment} />}
        />
      )}
      <More query={query} shown={payments.length === 1 ? '1 payment' : `${payments.length} payments`} />
    </>
  );
}

/** A payment on a phone. */
function PaymentLines({ payment }: { payment: OrderPayment }) {
  const { orderNumber, state, asked, paid, startedAt } = payment;
  const back = backOf(payment);
  return (
    <>
      <p>
        <Link to={`/orders/${orderNumber}`}>{orderNumber}</Link>
        <b>{formatTotal(paid || asked)}</b>
      </p>
      <p>
        <StateChip state={state} />
        {back > 0 && <span>{formatTotal(back)} back</span>}
      </p>
      <p className={note.soft}>
        <span>{byWords(payment)}</span>
        <time dateTime={startedAt}>{formatMoment(startedAt)}</time>
      </p>
    </>
  );
}

function StateChip({ state }: Pick<OrderPayment, 'state'>) {
  const { label, tone } = PAYMENT_STATES[state];
  return <Chip tone={tone}>{label}</Chip>;
}

function amountCell({ getValue }: { getValue: () => number }) {
  return amountWords(getValue());
}

function amountWords(amount: number): string {
  return amount > 0 ? formatTotal(amount) : '–';
}

/** Returns the refunded and pending sum in rupees, rounded to whole paise. */
function backOf({ paid, left }: OrderPayment): number {
  return Math.round((paid - left) * 100) / 100;
}

function byWords({ provider, providerPaymentId }: OrderPayment): string {
  return providerPaymentId ? `${providerWords(provider)}, ${providerPaymentId}` : providerWords(provider);
}
