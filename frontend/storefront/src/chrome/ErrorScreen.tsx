import button from 'shared/ui/button.module.css';
import styles from './ErrorScreen.module.css';

interface ErrorScreenProps {
  title: string;
  text: string;
  action: string;
  onAction: () => void;
}

/** The error screen in place of a page, with one action for the shopper. */
export function ErrorScreen({ title, text, action, onAction }: ErrorScreenProps) {
  return (
    <div className={styles.screen} role="alert">
      <img src="/favicon.svg" alt="" width={88} height={88} />
      <h1>{title}</h1>
      <p>{text}</p>
      <button type="button" className={button.primary} onClick={onAction}>
        {action}
      </button>
    </div>
  );
}
