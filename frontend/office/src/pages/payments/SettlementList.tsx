import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { formatTotal } from 'shared/rules/rupees';
import { settlementsQuery } from '../../api/queries';
import type { Settlement } from '../../api/settlements';
import { dateWords } from '../../rules/days';
import { SETTLEMENT_STATES, signedTotal } from '../../rules/online_payments';
import { rowsOf } from '../../rules/rows';
import { Chip } from '../../ui/Chip';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { More } from '../../ui/More';
import { Nothing, Waiting } from '../../ui/Waiting';
import note from '../../ui/note.module.css';
import styles from './payments.module.css';

const helper = createColumnHelper<typeof features, Settlement>();

const tight = { isTight: true };
const sum = { align: 'end', isTight: true } as const;

const columns = helper.columns([
  helper.accessor('settledOn', {
    header: 'Paid out on',
    meta: tight,
    cell: ({ getValue }) => dateWords(getValue()),
  }),
  helper.accessor('net', {
    header: 'Paid out',
    meta: sum,
    cell: ({ getValue }) => <b>{formatTotal(getValue())}</b>,
  }),
  helper.display({
    id: 'state',
    header: 'Status',
    cell: ({ row: { original } }) => <State settlement={original} />,
  }),
  helper.accessor('gross', { header: 'Payments', meta: sum, cell: partCell }),
  helper.accessor('refunded', { header: 'Refunds', meta: sum, cell: partCell }),
  helper.accessor('fee', { header: 'Fees', meta: sum, cell: partCell }),
  helper.accessor('other', { header: 'Other', meta: sum, cell: partCell }),
  helper.display({
    id: 'names',
    header: 'UTR and provider’s reference',
    cell: ({ row: { original } }) => namesOf(original),
  }),
]) as Column<Settlement>[];

/** The provider's payouts to the bank, newest first. */
export function SettlementList() {
  const query = useInfiniteQuery(settlementsQuery);
  const settlements = useMemo(
    () =>
      rowsOf(
        query.data,
        (page) => page.settlements,
        ({ settlementId }) => settlementId,
      ),
    [query.data],
  );
  if (!query.data) return <Waiting query={query} what="the settlements" />;
  if (settlements.length === 0) return <Nothing>No payouts yet.</Nothing>;
  return (
    <>
      <DataTable
        caption="Settlements"
        columns={columns}
        rows={settlements}
        idOf={({ settlementId }) => settlementId}
        nameOf={({ providerSettlementId }) => providerSettlementId}
        renderCard={(settlement) => <SettlementLines settlement={settlement} />}
      />
      <More
        query={query}
        shown={settlements.length === 1 ? '1 settlement' : `${settlements.length} settlements`}
      />
    </>
  );
}

/** A payout on a phone. */
function SettlementLines({ settlement }: { settlement: Settlement }) {
  return (
    <>
      <p>
        <span>{dateWords(settlement.settledOn)}</span>
        <b>{formatTotal(settlement.net)}</b>
      </p>
      <p>
        <State settlement={settlement} />
      </p>
      <p className={note.soft}>{namesOf(settlement)}</p>
    </>
  );
}

function State({ settlement: { state, why } }: { settlement: Settlement }) {
  const { label, tone } = SETTLEMENT_STATES[state];
  return (
    <>
      <Chip tone={tone}>{label}</Chip>
      {why && <span className={styles.why}>{why}</span>}
    </>
  );
}

function partCell({ getValue }: { getValue: () => number }) {
  return getValue() === 0 ? '–' : signedTotal(getValue());
}

function namesOf({ utr, providerSettlementId }: Settlement): string {
  return utr ? `${utr}, ${providerSettlementId}` : providerSettlementId;
}
