import { lazy, Suspense, useEffect, useState } from 'react';
import { deliver, type ToastAreaId } from '../notify';

const Toasts = lazy(() => import('./Toasts'));

/** Where messages appear. Its code comes once the page is at rest; messages sent before that wait for it. */
export function ToastArea({ id }: { id: ToastAreaId }) {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), id === 'page' ? 300 : 0);
    return () => clearTimeout(timer);
  }, [id]);
  // A message may have waited for a dialog that closes before it could show it.
  useEffect(() => () => void deliver(), []);
  return <Suspense fallback={null}>{idle && <Toasts id={id} />}</Suspense>;
}
