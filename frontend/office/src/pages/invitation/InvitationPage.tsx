import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import { lookUpInvitation } from '../../api/calls';
import { ApiError } from '../../api/errors';
import { meQuery } from '../../api/queries';
import { queryClient } from '../../api/query_client';
import type { Accepted } from '../../api/types';
import { Messages } from '../../messages/Messages';
import { ROLES } from '../../rules/permissions';
import form from '../../ui/form.module.css';
import { Waiting } from '../../ui/Waiting';
import styles from '../entrance.module.css';
import { AcceptForm } from './AcceptForm';
import { RecoveryCodes } from './RecoveryCodes';

/** Accepts an invitation. Its token is in the address behind the #, which browsers do not send to a server. */
export default function InvitationPage() {
  const token = useLocation().hash.slice(1);
  const navigate = useNavigate();
  const [accepted, setAccepted] = useState<Accepted>();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => lookUpInvitation(token),
    enabled: token !== '',
    // A refetch must not change the form while it is filled in.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  function openOffice() {
    queryClient.setQueryData(meQuery.queryKey, accepted?.me);
    void navigate('/', { replace: true });
  }

  const isGone = !token || (invitation.error instanceof ApiError && invitation.error.status === 404);

  return (
    <main className={styles.entrance}>
      <title>Invitation · Office</title>
      <p className={styles.brand}>Office</p>
      <div className={`${styles.card} ${styles.wide} ${form.form}`}>
        {accepted ? (
          <>
            <h1>Save these codes</h1>
            <RecoveryCodes codes={accepted.recoveryCodes} label="Open the office" onKept={openOffice} />
            <Messages />
          </>
        ) : isGone ? (
          <>
            <h1>This invitation is not valid</h1>
            <p>
              It has expired, was accepted already, or its link is incomplete. Ask the owner for a new one.
            </p>
          </>
        ) : invitation.data ? (
          <>
            <h1>Welcome to the office</h1>
            <p className={form.note}>
              You are invited as {ROLES[invitation.data.role].label}: {ROLES[invitation.data.role].does}. Open
              until {formatMoment(invitation.data.expiresAt)}.
            </p>
            <AcceptForm token={token} invitation={invitation.data} onAccepted={setAccepted} />
          </>
        ) : (
          <Waiting query={invitation} what="your invitation" />
        )}
      </div>
    </main>
  );
}
