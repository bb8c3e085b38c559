import { useQuery } from '@connectrpc/connect-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { FormEvent } from 'react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import { StaffService } from '#contract/shop/identity/v1/staff_pb.js';
import { logQuery } from '../../api/queries';
import type { LogEntry } from '../../api/types';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { SelectField, TextField } from '../../ui/fields';
import { More } from '../../ui/More';
import { PageHead } from '../../ui/PageHead';
import { Nothing, Waiting } from '../../ui/Waiting';
import styles from './log.module.css';

const helper = createColumnHelper<typeof features, LogEntry>();

const columns = helper.columns([
  helper.accessor('askedAt', {
    header: 'When',
    meta: { isTight: true },
    cell: ({ getValue }) => <time dateTime={getValue()}>{formatMoment(getValue())}</time>,
  }),
  helper.accessor('staffName', { header: 'Who', cell: ({ getValue }) => <b>{getValue()}</b> }),
  helper.accessor('method', { header: 'Action', cell: ({ getValue }) => methodWords(getValue()) }),
  helper.display({ id: 'subject', header: 'About', cell: ({ row }) => <About entry={row.original} /> }),
  helper.display({
    id: 'outcome',
    header: 'Result',
    cell: ({ row }) => <Outcome entry={row.original} />,
  }),
]) as Column<LogEntry>[];

/** The audit log: reads and changes by staff, newest first. It cannot be changed. */
export default function LogPage() {
  const [search, setSearch] = useSearchParams();
  const staffId = search.get('staffId') ?? '';
  const subject = search.get('subject') ?? '';
  const query = useInfiniteQuery(logQuery(staffId, subject));
  const mayListStaff = useMay('staff.manage');
  const staff = useQuery(StaffService.method.listStaff, {}, { enabled: mayListStaff });
  const people = staff.data?.staff ?? [];
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.entries), [query.data]);

  function filter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const words = ['staffId', 'subject'].map((name) => [name, String(form.get(name) ?? '').trim()]);
    setSearch(words.filter(([, word]) => word) as [string, string][]);
  }

  return (
    <>
      <PageHead title="Log" />
      {/* A new key resets the fields to other filters. */}
      <form key={`${staffId} ${subject}`} className={styles.filter} onSubmit={filter}>
        {/* The list of staff loads later than the field. A new key resets only this field. */}
        <SelectField key={people.length} label="Who" name="staffId" defaultValue={staffId}>
          <option value="">Everyone</option>
          {people.map((person) => (
            <option key={person.staffId} value={person.staffId}>
              {person.name}
            </option>
          ))}
        </SelectField>
        <TextField label="About" name="subject" defaultValue={subject} placeholder="A whole order number" />
        <button type="submit" className={button.quiet}>
          Show
        </button>
        {(staffId || subject) && (
          <Link className={button.link} to="/log">
            Show all entries{' '}
          </Link>
        )}
      </form>
      {!entries ? (
        <Waiting query={query} what="the log" />
      ) : entries.length === 0 ? (
        <Nothing>No entries match.</Nothing>
      ) : (
        <>
          <DataTable
            caption="Log"
            columns={columns}
            rows={entries}
            idOf={({ askedAt, staffId: id, method, subject: about }) =>
              [askedAt, id, method, about].join(' ')
            }
            nameOf={({ askedAt }) => formatMoment(askedAt)}
            renderCard={(entry) => <EntryCard entry={entry} />}
          />
          <More query={query} shown={entries.length === 1 ? '1 entry' : `${entries.length} entries`} />
        </>
      )}
    </>
  );
}

/** Returns `Transition order` for the method TransitionOrder. */
function methodWords(method: string): string {
  const words = method.replaceAll(/([a-z])(?=[A-Z])/g, '$1 ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The subject of a call, or the ids that a list showed. */
function About({ entry: { subject, shown } }: { entry: LogEntry }) {
  if (!shown?.length) return <Subject subject={subject} />;
  return (
    <details>
      <summary>{shown.length === 1 ? '1 record shown' : `${shown.length} records shown`}</summary>
      <ul className={styles.shown}>
        {shown.map((id) => (
          <li key={id}>
            <Subject subject={id} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Subject({ subject }: { subject: string }) {
  if (subject.startsWith('VM-')) return <Link to={`/orders/${subject}`}>{subject}</Link>;
  return subject || <span className={styles.soft}>–</span>;
}

/** The outcome of a call. It is missing if it was never reported, and for actions that are logged only on success. */
function Outcome({ entry: { outcome, outcomeReason = '' } }: { entry: LogEntry }) {
  if (!outcome) return <span className={styles.soft}>–</span>;
  if (outcome === 'done') return 'Done';
  const reason = outcomeReason && ` (${outcomeReason.replaceAll('_', ' ').toLowerCase()})`;
  return (
    <b className={outcome === 'refused' ? styles.refused : undefined}>
      {outcome === 'refused' ? 'Refused' : 'Result unknown'}
      {reason}
    </b>
  );
}

function EntryCard({ entry }: { entry: LogEntry }) {
  const { askedAt, staffName, method } = entry;
  return (
    <>
      <p>
        <b>{staffName}</b>
        <span className={styles.soft}>{formatMoment(askedAt)}</span>
      </p>
      <p>
        <span>{methodWords(method)}</span>
        <About entry={entry} />
      </p>
      {entry.outcome && (
        <p>
          <Outcome entry={entry} />
        </p>
      )}
    </>
  );
}
