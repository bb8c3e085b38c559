import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { formatTotal } from 'shared/rules/rupees';
import type { UnmatchedCredit } from '../../api/payments';
import { unmatchedCreditsQuery } from '../../api/queries';
import { dateWords } from '../../rules/days';
import { rowsOf } from '../../rules/rows';
import button from '../../ui/button.module.css';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { More } from '../../ui/More';
import { PageHead } from '../../ui/PageHead';
import { Nothing, Waiting } from '../../ui/Waiting';
import { MatchDialog } from './MatchDialog';
import note from '../../ui/note.module.css';
import styles from './payments.module.css';

const helper = createColumnHelper<typeof features, UnmatchedCredit>();

/** The open dialog: match a credit to an order, or mark it as belonging to none. */
type Question = { credit: UnmatchedCredit; isOrders: boolean };

/** Credits on the shop's bank account without a matching order. */
export default function CreditsPage() {
  const query = useInfiniteQuery(unmatchedCreditsQuery);
  const [asked, setAsked] = useState<Question>();
  const columns = useMemo(() => columnsOf(setAsked), []);
  const credits = useMemo(
    () =>
      rowsOf(
        query.data,
        (page) => page.credits,
        ({ creditId }) => creditId,
      ),
    [query.data],
  );
  return (
    <>
      <PageHead title="Unmatched credits">
        <Link className={button.quiet} to="/imports?kind=statements">
          Import a statement
        </Link>
      </PageHead>
      <p className={`${note.note} ${styles.links}`}>
        Credits of the bank statement that match no order. Choose the order of a credit to mark it paid.{' '}
        <Link to="/payments">Back to the payments</Link>
      </p>
      {!query.data ? (
        <Waiting query={query} what="the credits" />
      ) : credits.length === 0 ? (
        <Nothing>No unmatched credits.</Nothing>
      ) : (
        <>
          <DataTable
            caption="Unmatched credits"
            columns={columns}
            rows={credits}
            idOf={({ creditId }) => creditId}
            nameOf={({ utr }) => utr}
            renderCard={(credit) => <CreditLines credit={credit} ask={setAsked} />}
          />
          <More query={query} shown={credits.length === 1 ? '1 credit' : `${credits.length} credits`} />
        </>
      )}
      {asked && <MatchDialog key={asked.credit.creditId} {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function columnsOf(ask: (question: Question) => void) {
  return helper.columns([
    helper.accessor('receivedOn', {
      header: 'Received on',
      meta: { isTight: true },
      cell: ({ getValue }) => dateWords(getValue()),
    }),
    helper.accessor('amount', {
      header: 'Amount',
      meta: { align: 'end', isTight: true },
      cell: ({ getValue }) => <b>{formatTotal(getValue())}</b>,
    }),
    helper.accessor('utr', { header: 'UTR', meta: { isTight: true } }),
    helper.display({
      id: 'narration',
      header: 'Narration',
      cell: ({ row: { original } }) => <Narration credit={original} />,
    }),
    helper.display({
      id: 'say',
      header: 'Match',
      meta: { isTight: true },
      cell: ({ row: { original } }) => <Buttons credit={original} ask={ask} />,
    }),
  ]) as Column<UnmatchedCredit>[];
}

interface AboutCredit {
  credit: UnmatchedCredit;
  ask: (question: Question) => void;
}

/** A credit on a phone. */
function CreditLines({ credit, ask }: AboutCredit) {
  return (
    <>
      <p>
        <b>{formatTotal(credit.amount)}</b>
        <span>{dateWords(credit.receivedOn)}</span>
      </p>
      <p className={note.soft}>UTR {credit.utr}</p>
      <Narration credit={credit} />
      <Buttons credit={credit} ask={ask} />
    </>
  );
}

function Narration({ credit: { narration, why } }: { credit: UnmatchedCredit }) {
  return (
    <>
      <span className={styles.narration} dir="auto">
        {narration}
      </span>
      <span className={styles.why}>{why}</span>
    </>
  );
}

function Buttons({ credit, ask }: AboutCredit) {
  return (
    <span className={styles.buttons}>
      <button type="button" className={button.quiet} onClick={() => ask({ credit, isOrders: true })}>
        An order’s…<span className="visuallyHidden"> {credit.utr}</span>
      </button>
      <button type="button" className={button.quiet} onClick={() => ask({ credit, isOrders: false })}>
        No order’s…<span className="visuallyHidden"> {credit.utr}</span>
      </button>
    </span>
  );
}
