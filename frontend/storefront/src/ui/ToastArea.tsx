import { Suspense, useEffect, useState } from 'react';
import { latePart } from '../start/load_part';
import { deliver, MAX_TOASTS, openToastArea } from '../messages/notify';
import { type ToastAreaId, usePlainMessages } from '../messages/plain_messages';
import styles from './ToastArea.module.css';

const Toasts = latePart(() => import('./Toasts'));

/** The area for toasts. Its code loads once the page is idle; earlier messages wait for it. */
export function ToastArea({ id }: { id: ToastAreaId }) {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), id === 'page' ? 300 : 0);
    return () => clearTimeout(timer);
  }, [id]);
  // A dialog may close before it has shown a waiting message.
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

/** Messages in plain form, for when the toasts' code does not load. */
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
