import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { latePart } from '../start/load_part';
import { chromeWords } from '#words/chrome';
import { startWords } from '#words/start';
import { pageAt } from '../page_at';
import { pages } from '../page_table';
import { Spinner } from 'shared/ui/Spinner';
import { ToastArea } from '../ui/ToastArea';
import { Boundary } from './Boundary';
import { ComingBar } from '../navigation/ComingBar';
import { Header } from './Header';
import styles from './Layout.module.css';
import { PageBoundary } from './PageBoundary';
import { PageTitle } from '../navigation/PageTitle';
import { PlainHeader } from './PlainHeader';
import { RouteChange } from '../navigation/RouteChange';
import { type StartLoad, StartGate } from './StartGate';

// The footer is never seen first, so its code loads after the page's. The shop works without it.
const Footer = latePart(() => import('./Footer'));

/** The frame around every page. */
export function Layout({ startLoads, children }: { startLoads: readonly StartLoad[]; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <a className={styles.skip} href="#main">
        {chromeWords.skip}
      </a>
      <Boundary instead={null}>
        <ComingBar />
        <PageTitle />
      </Boundary>
      <Boundary instead={<PlainHeader />}>
        <Header />
      </Boundary>
      <main id="main" className={styles.main} tabIndex={-1}>
        <Boundary instead={null}>
          <RouteChange />
        </Boundary>
        <PageBoundary path={pathname}>
          <StartGate loads={startLoads} open={pageAt(pathname).open} hint={hintOf(pathname)}>
            <Suspense fallback={<Spinner label={startWords.loading} />}>{children}</Suspense>
          </StartGate>
        </PageBoundary>
      </main>
      <Boundary instead={null}>
        <Suspense fallback={<div className={styles.foot} />}>
          <Footer />
        </Suspense>
      </Boundary>
      <Boundary instead={null}>
        <ToastArea id="page" />
      </Boundary>
    </>
  );
}

function hintOf(pathname: string): string | undefined {
  return pageAt(pathname) === pages.cart ? startWords.cartHint : undefined;
}
