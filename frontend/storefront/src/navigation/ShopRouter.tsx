import { type ReactNode, useLayoutEffect, useState, useTransition } from 'react';
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';
import { ComingContext } from './coming';
import { takeBack } from './held_page';

/** React Router's `BrowserRouter`, which also provides whether the next page is still loading. */
export function ShopRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setShown] = useState({ action: history.action, location: history.location });
  const [coming, startTransition] = useTransition();

  // The old page stays until the next one can be shown.
  useLayoutEffect(
    () =>
      history.listen((next) => {
        if (!takeBack(next.delta)) startTransition(() => setShown(next));
      }),
    [history],
  );

  return (
    <Router navigator={history} location={location} navigationType={action}>
      <ComingContext value={coming}>{children}</ComingContext>
    </Router>
  );
}
