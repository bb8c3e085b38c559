import { useQuery } from '@connectrpc/connect-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import { formatMoment } from 'shared/rules/moment';
import { type Staff, type StaffInvitation, StaffService } from '#contract/shop/identity/v1/staff_pb.js';
import { roleWords } from '../../rules/permissions';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { Icon } from '../../ui/Icon';
import { PageHead } from '../../ui/PageHead';
import { Waiting } from '../../ui/Waiting';
import { ChangeDialog } from './ChangeDialog';
import { InviteDialog } from './InviteDialog';
import styles from './staff.module.css';

const helper = createColumnHelper<typeof features, Staff>();

/** The staff members and invitations, with their roles. */
export default function StaffPage() {
  const query = useQuery(StaffService.method.listStaff);
  const [open, setOpen] = useState<Staff | 'invite'>();
  const [columns] = useState(() => columnsFor(setOpen));
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHead title="Staff">
        <button type="button" className={button.primary} onClick={() => setOpen('invite')}>
          <Icon name="plus" /> Invite
        </button>
      </PageHead>
      {query.data ? (
        <>
          <DataTable
            caption="Staff"
            columns={columns}
            rows={query.data.staff}
            idOf={({ staffId }) => staffId}
            nameOf={({ name }) => name}
            renderCard={(person) => <PersonCard person={person} onChange={() => setOpen(person)} />}
          />
          <Invitations invitations={query.data.invitations} />
        </>
      ) : (
        <Waiting query={query} what="the staff" />
      )}
      {open === 'invite' && <InviteDialog onClose={close} />}
      {open && open !== 'invite' && <ChangeDialog person={open} onClose={close} />}
    </>
  );
}

function columnsFor(change: (person: Staff) => void) {
  return helper.columns([
    helper.accessor('name', { header: 'Name', cell: ({ getValue }) => <b>{getValue()}</b> }),
    helper.accessor('email', { header: 'Email' }),
    helper.accessor('role', {
      header: 'Role',
      cell: ({ getValue }) => {
        const { label, does } = roleWords(getValue());
        return (
          <>
            {label} <span className={styles.soft}>{does}</span>
          </>
        );
      },
    }),
    helper.accessor('signedInAt', {
      header: 'Last signed in',
      meta: { isTight: true },
      cell: ({ getValue }) => signedInWords(getValue()),
    }),
    helper.accessor('isActive', {
      header: 'State',
      meta: { isTight: true },
      cell: ({ getValue }) => <Activity isActive={getValue()} />,
    }),
    helper.display({
      id: 'actions',
      header: () => <span className="visuallyHidden">Actions</span>,
      meta: { align: 'end', isTight: true },
      cell: ({ row: { original } }) => (
        <button type="button" className={`${button.quiet} ${button.small}`} onClick={() => change(original)}>
          Change…<span className="visuallyHidden"> {original.name}</span>
        </button>
      ),
    }),
  ]) as Column<Staff>[];
}

function signedInWords(time: string): string {
  return time ? formatMoment(time) : 'never';
}

function Activity({ isActive }: { isActive: boolean }) {
  return <Chip tone={isActive ? 'ok' : 'plain'}>{isActive ? 'May sign in' : 'Blocked'}</Chip>;
}

function PersonCard({ person, onChange }: { person: Staff; onChange: () => void }) {
  return (
    <>
      <p>
        <b>{person.name}</b>
        <Activity isActive={person.isActive} />
      </p>
      <p className={styles.soft}>
        <span>
          {roleWords(person.role).label} · {person.email}
        </span>
      </p>
      <p>
        <span className={styles.soft}>Signed in: {signedInWords(person.signedInAt)}</span>
        <button type="button" className={button.quiet} onClick={onChange}>
          Change…
        </button>
      </p>
    </>
  );
}

function Invitations({ invitations }: { invitations: StaffInvitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <section className={styles.invitations} aria-labelledby="invitations">
      <h2 id="invitations">Invited</h2>
      <ul>
        {invitations.map(({ email, name, role, expiresAt }) => (
          <li key={email}>
            <b>{name || 'The first owner'}</b> {email} <Chip>{roleWords(role).label}</Chip>{' '}
            <span className={styles.soft}>open until {formatMoment(expiresAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
