import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { Link } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import type { PaymentFinding } from '../../api/payments';
import { paymentFindingsQuery } from '../../api/queries';
import { FINDING_KINDS } from '../../rules/online_payments';
import { Chip } from '../../ui/Chip';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { Nothing, Waiting } from '../../ui/Waiting';
import note from '../../ui/note.module.css';
import styles from './payments.module.css';

const helper = createColumnHelper<typeof features, PaymentFinding>();

const tight = { isTight: true };

const columns = helper.columns([
  helper.accessor('orderNumber', {
    header: 'Order',
    meta: tight,
    cell: ({ getValue }) => <Link to={`/orders/${getValue()}`}>{getValue()}</Link>,
  }),
  helper.display({
    id: 'what',
    header: 'What it is',
    cell: ({ row: { original } }) => <WhatToDo finding={original} />,
  }),
  helper.accessor('amount', {
    header: 'Amount',
    meta: { align: 'end', isTight: true },
    cell: ({ getValue }) => formatTotal(getValue()),
  }),
  helper.accessor('since', {
    header: 'Since',
    meta: tight,
    cell: ({ getValue }) => <time dateTime={getValue()}>{formatMoment(getValue())}</time>,
  }),
  helper.accessor('providerReference', { header: 'The provider calls it' }),
]) as Column<PaymentFinding>[];

/** What of payments does not end by itself, the worst first. */
export function FindingList() {
  const query = useQuery(paymentFindingsQuery);
  if (!query.data) return <Waiting query={query} what="what is to be looked at" />;
  if (query.data.length === 0) return <Nothing>Nothing waits for somebody to look at it.</Nothing>;
  return (
    <DataTable
      caption="Payments to look at"
      columns={columns}
      rows={query.data}
      idOf={({ kind, orderId, providerReference, since }) =>
        [kind, orderId, providerReference, since].join(' ')
      }
      nameOf={({ orderNumber }) => orderNumber}
      renderCard={(finding) => <FindingLines finding={finding} />}
    />
  );
}

/** A finding on a phone. */
function FindingLines({ finding }: { finding: PaymentFinding }) {
  const { orderNumber, amount, since } = finding;
  return (
    <>
      <p>
        <Link to={`/orders/${orderNumber}`}>{orderNumber}</Link>
        <b>{formatTotal(amount)}</b>
      </p>
      <WhatToDo finding={finding} />
      <p className={note.soft}>
        <time dateTime={since}>{formatMoment(since)}</time>
      </p>
    </>
  );
}

function WhatToDo({ finding: { kind, whatToDo } }: { finding: PaymentFinding }) {
  const { label, tone } = FINDING_KINDS[kind];
  return (
    <>
      <Chip tone={tone}>{label}</Chip>
      <span className={styles.why}>{whatToDo}</span>
    </>
  );
}
