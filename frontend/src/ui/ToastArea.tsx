import { lazy, Suspense, useEffect, useState } from 'react';

const Toasts = lazy(() => import('./Toasts'));

/** Where messages appear. Its code comes once the page is at rest; messages sent before that wait for it. */
export function ToastArea({ id }: { id: 'page' | 'dialog' }) {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), id === 'page' ? 300 : 0);
    return () => clearTimeout(timer);
  }, [id]);
  return <Suspense fallback={null}>{idle && <Toasts id={id} />}</Suspense>;
}
