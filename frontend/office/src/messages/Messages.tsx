import { useSyncExternalStore } from 'react';
import { Icon } from '../ui/Icon';
import styles from './Messages.module.css';
import { closeMessage, currentMessages, onMessages } from './notify';

/** The area for messages. The frame has one, and every open dialog, because a dialog covers the frame and makes it inert. */
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
