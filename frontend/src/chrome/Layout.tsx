import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { matchPath, useLocation } from 'react-router';
import { chromeMessages } from '../messages/chrome';
import { startMessages } from '../messages/start';
import { openPages, patterns } from '../paths';
import { Spinner } from '../ui/Spinner';
import { ToastArea } from '../ui/ToastArea';
import { ComingBar } from './ComingBar';
import { Header } from './Header';
import styles from './Layout.module.css';
import { PageBoundary } from './PageBoundary';
import { PageTitle } from './PageTitle';
import { RouteChange } from './RouteChange';
import { type StartLoad, StartGate } from './StartGate';

// Nobody sees the foot of a page first, so its code comes after the page's; a shop without it can still be used.
const Footer = lazy<ComponentType>(() => import('./Footer').catch(() => ({ default: () => null })));

/** What stands around every page. */
export function Layout({ startLoads, children }: { startLoads: readonly StartLoad[]; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <a className={styles.skip} href="#main">
        {chromeMessages.skip}
      </a>
      <ComingBar />
      <PageTitle />
      <Header />
      <main id="main" className={styles.main} tabIndex={-1}>
        <RouteChange />
        <PageBoundary path={pathname}>
          <StartGate loads={startLoads} open={isOpen(pathname)} hint={hintOf(pathname)}>
            <Suspense fallback={<Spinner label={startMessages.loading} />}>{children}</Suspense>
          </StartGate>
        </PageBoundary>
      </main>
      <Suspense fallback={<div className={styles.foot} />}>
        <Footer />
      </Suspense>
      <ToastArea id="page" />
    </>
  );
}

function isOpen(pathname: string): boolean {
  return openPages.some((name) => matchPath(patterns[name], pathname));
}

function hintOf(pathname: string): string | undefined {
  return matchPath(patterns.cart, pathname) ? startMessages.cartHint : undefined;
}
