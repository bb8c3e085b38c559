import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import type { PaymentFinding } from '../../api/money_by_hand';
import { owedMoneyQuery, paymentFindingsQuery } from '../../api/queries';
import { refundToSend } from '../../rules/money_by_hand';
import { FINDING_KINDS } from '../../rules/online_payments';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { Nothing, Waiting } from '../../ui/Waiting';
import note from '../../ui/note.module.css';
import { OwedList, UnpaidList } from './OwedList';
import styles from './payments.module.css';
import { SentByHandDialog } from './SentByHandDialog';

const helper = createColumnHelper<typeof features, PaymentFinding>();

const tight = { isTight: true };

const columns = helper.columns([
  helper.accessor('orderNumber', {
    header: 'Order',
    meta: tight,
    cell: ({ row: { original } }) => <OrderLink finding={original} />,
  }),
  helper.display({
    id: 'what',
    header: 'Problem',
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
  helper.accessor('providerReference', { header: 'Provider’s reference' }),
]) as Column<PaymentFinding>[];

/** Payment issues, the worst first, and orders with refunds or payments due. */
export function FindingList() {
  const query = useQuery(paymentFindingsQuery);
  const owed = useQuery(owedMoneyQuery);
  if (!query.data) return <Waiting query={query} what="the payments" />;
  const { orders = [], unpaid = [] } = owed.data ?? {};
  const isDone = query.data.length === 0 && owed.data && orders.length === 0 && unpaid.length === 0;
  if (isDone) return <Nothing>Nothing needs attention.</Nothing>;
  return (
    <>
      {!owed.data ? (
        <Waiting query={owed} what="the refunds" />
      ) : (
        orders.length > 0 && <OwedList orders={orders} />
      )}
      {query.data.length > 0 && (
        <DataTable
          caption="Payments that need attention"
          columns={columns}
          rows={query.data}
          idOf={({ kind, orderId, providerReference, since }) =>
            [kind, orderId, providerReference, since].join(' ')
          }
          nameOf={({ orderNumber, providerReference }) =>
            orderNumber ?? providerReference ?? 'Money without an order'
          }
          renderCard={(finding) => <FindingLines finding={finding} />}
        />
      )}
      {unpaid.length > 0 && <UnpaidList orders={unpaid} />}
    </>
  );
}

/** A payment issue on a phone. */
function FindingLines({ finding }: { finding: PaymentFinding }) {
  const { amount, since } = finding;
  return (
    <>
      <p>
        <OrderLink finding={finding} />
        <b>{formatTotal(amount)}</b>
      </p>
      <WhatToDo finding={finding} />
      <p className={note.soft}>
        <time dateTime={since}>{formatMoment(since)}</time>
      </p>
    </>
  );
}

/** The order of a payment issue. An issue about the provider's money may have none. */
function OrderLink({ finding: { orderNumber } }: { finding: PaymentFinding }) {
  return orderNumber ? <Link to={`/orders/${orderNumber}`}>{orderNumber}</Link> : <span>No order</span>;
}

function WhatToDo({ finding }: { finding: PaymentFinding }) {
  const maySend = useMay('payments.refund');
  const [isOpen, setIsOpen] = useState(false);
  const { kind, whatToDo, orderNumber, amount } = finding;
  const { label, tone } = FINDING_KINDS[kind];
  const refundId = refundToSend(finding);
  return (
    <>
      <Chip tone={tone}>{label}</Chip>
      <span className={styles.why}>{whatToDo}</span>
      {maySend && refundId && (
        <button type="button" className={button.quiet} onClick={() => setIsOpen(true)}>
          Record as sent…
        </button>
      )}
      {isOpen && refundId && (
        <SentByHandDialog
          refundId={refundId}
          orderNumber={orderNumber ?? ''}
          amount={amount}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
