import { Suspense, useEffect, useState } from 'react';
import { latePart } from '../start/load_part';
import { deliver, MAX_TOASTS, openToastArea } from '../messages/notify';
import { type ToastAreaId, usePlainMessages } from '../messages/plain_messages';
import styles from './ToastArea.module.css';

const Toasts = latePart(() => import('./Toasts'));

/** Where messages appear. Its code comes once the page is at rest; messages sent before that wait for it. */
export function ToastArea({ id }: { id: ToastAreaId }) {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), id === 'page' ? 300 : 0);
    return () => clearTimeout(timer);
  }, [id]);
  // A message may have waited for a dialog that closes before it could show it.
  useEffect(() => () => void deliver(), []);
  return (
    <>
      <PlainMessages area={id} />
      <Suspense fallback={null}>
        {idle && <Toasts id={id} limit={MAX_TOASTS} onOpen={openToastArea} />}
      </Suspense>
    </>
  );
}

/** What must be told although the code for it did not come, as without a connection. */
function PlainMessages({ area }: { area: ToastAreaId }) {
  const all = usePlainMessages((state) => state.shown);
  const messages = all.filter((each) => each.area === area).slice(-MAX_TOASTS);
  if (messages.length === 0) return null;
  return (
    <div className={styles.plain}>
      {messages.map(({ id, message, role }) => (
        <p key={id} role={role}>
          {message}
        </p>
      ))}
    </div>
  );
}
