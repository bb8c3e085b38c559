import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { meQuery } from '../api/queries';
import { Messages } from '../messages/Messages';
import { BulkProgress } from '../pages/orders/BulkProgress';
import { may, type Permission } from '../rules/permissions';
import { PageHead } from '../ui/PageHead';
import { Nothing, Waiting } from '../ui/Waiting';
import styles from './Frame.module.css';
import { Navigation } from './Navigation';
import { ReachBar } from './ReachBar';
import { Starting } from './Starting';
import { TopBar } from './TopBar';
import { UnsavedGuard } from './UnsavedGuard';

/**
 * The frame of all pages for signed-in staff. Other visitors go to the sign-in page, and back after it. An ended session is renewed over
 * the open page (`session/ReauthenticationDialog.tsx`).
 */
export function Frame() {
  const me = useQuery(meQuery);
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const main = useRef<HTMLElement>(null);
  const before = useRef(pathname);

  useEffect(() => {
    // Moves the focus to a new page for screen readers, but not on the first load.
    if (before.current !== pathname) main.current?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);

  if (me.data === null) return <SignInFirst />;
  if (!me.data) return me.error ? <Waiting query={me} what="you" /> : <Starting />;
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <Navigation me={me.data} />
      <div className={styles.column}>
        <TopBar me={me.data} />
        <ReachBar />
        <BulkProgress />
        {state === 'loading' && <div className={styles.loading} aria-hidden="true" />}
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <Permitted permissions={me.data.permissions} />
        </main>
      </div>
      <Messages />
      <UnsavedGuard />
      <ScrollRestoration />
    </div>
  );
}

/** Redirects to the sign-in page, which leads back to the open or requested page. */
function SignInFirst() {
  const here = useLocation();
  const { location: next = here } = useNavigation();
  const [wanted] = useState(next.pathname + next.search);
  return <Navigate replace to={`/sign-in?${new URLSearchParams({ next: wanted })}`} />;
}

/** Shows the page if the role permits it. */
function Permitted({ permissions }: { permissions: string[] }) {
  const { permission } = (useMatches().at(-1)?.handle ?? {}) as { permission?: Permission };
  if (!permission || may({ permissions }, permission)) return <Outlet />;
  return (
    <>
      <PageHead title="Not for your role" />
      <Nothing>Your role does not include this page. Ask the owner for access.</Nothing>
    </>
  );
}
