import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { chromeMessages } from '../messages/chrome';
import { startMessages } from '../messages/start';
import { Spinner } from '../ui/Spinner';
import { ToastArea } from '../ui/ToastArea';
import { Footer } from './Footer';
import { Header } from './Header';
import styles from './Layout.module.css';
import { PageBoundary } from './PageBoundary';
import { RouteChange } from './RouteChange';
import { type StartLoad, StartGate } from './StartGate';

/** What stands around every page. */
export function Layout({ startLoads, children }: { startLoads: readonly StartLoad[]; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <a className={styles.skip} href="#main">
        {chromeMessages.skip}
      </a>
      <Header />
      <main id="main" className={styles.main} tabIndex={-1}>
        <RouteChange />
        <PageBoundary path={pathname}>
          <StartGate loads={startLoads}>
            <Suspense fallback={<Spinner label={startMessages.loading} />}>{children}</Suspense>
          </StartGate>
        </PageBoundary>
      </main>
      <Footer />
      <ToastArea id="page" />
    </>
  );
}
