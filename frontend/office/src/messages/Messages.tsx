import { useSyncExternalStore } from 'react';
import { Icon } from '../ui/Icon';
import styles from './Messages.module.css';
import { closeMessage, currentMessages, onMessages } from './notify';

/** Where messages appear: once in the frame, and once in every open dialog, behind which the frame is covered and inert. */
export function Messages() {
  const messages = useSyncExternalStore(onMessages, currentMessages);
  return (
    <div className={styles.messages} role="status">
      {messages.map(({ id, kind, words }) => (
        <p key={id} className={styles[kind]}>
          <Icon name={kind === 'done' ? 'check' : 'alert'} />
          <span>{words}</span>
          <button type="button" aria-label="Close the message" onClick={() => closeMessage(id)}>
            <Icon name="close" />
          </button>
        </p>
      ))}
    </div>
  );
}
