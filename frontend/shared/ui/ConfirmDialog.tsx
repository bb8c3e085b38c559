import { type ReactNode, useId } from 'react';
import { controlWords } from '#words/controls';
import button from './button.module.css';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: string;
  /** The area for messages while the dialog is open. */
  messages?: ReactNode;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before an action that cannot be undone. Cancel has the focus first. */
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
