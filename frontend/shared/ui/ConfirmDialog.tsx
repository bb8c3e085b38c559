import { type ReactNode, useId } from 'react';
import { controlWords } from '#words/controls';
import button from './button.module.css';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: string;
  /** Where messages appear while it is open. */
  messages?: ReactNode;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before something that cannot be taken back. Cancel has the focus first. */
export function ConfirmDialog({ open, title, text, messages, onCancel, onConfirm }: ConfirmDialogProps) {
  const textId = useId();
  return (
    <Dialog open={open} title={title} describedBy={textId} messages={messages} onClose={onCancel}>
      <p id={textId}>{text}</p>
      <div className={styles.buttons}>
        <button type="button" className={button.outline} data-autofocus onClick={onCancel}>
          {controlWords.cancel}
        </button>
        <button type="button" className={button.primary} onClick={onConfirm}>
          {controlWords.confirm}
        </button>
      </div>
    </Dialog>
  );
}
