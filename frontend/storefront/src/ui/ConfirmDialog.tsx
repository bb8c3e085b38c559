import { useId } from 'react';
import { generalWords } from '#words/general';
import button from './button.module.css';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: string;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before something that cannot be taken back. Cancel has the focus first. */
export function ConfirmDialog({ open, title, text, onCancel, onConfirm }: ConfirmDialogProps) {
  const textId = useId();
  return (
    <Dialog open={open} title={title} describedBy={textId} onClose={onCancel}>
      <p id={textId}>{text}</p>
      <div className={styles.buttons}>
        <button type="button" className={button.outline} data-autofocus onClick={onCancel}>
          {generalWords.cancel}
        </button>
        <button type="button" className={button.primary} onClick={onConfirm}>
          {generalWords.confirm}
        </button>
      </div>
    </Dialog>
  );
}
