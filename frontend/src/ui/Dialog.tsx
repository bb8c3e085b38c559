import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { generalMessages } from '../messages/general';
import styles from './Dialog.module.css';
import { Icon } from './Icon';
import { ToastArea } from './ToastArea';

interface DialogProps {
  open: boolean;
  title: string;
  /** Asked for by Escape, the close button, a click beside the dialog or the phone's back gesture. */
  onClose: () => void;
  shape?: 'card' | 'sheet' | 'drawer';
  /** Keeps the dialog open while something runs that must not be left. */
  busy?: boolean;
  children: ReactNode;
}

/** The browser's own modal dialog: it traps the focus, makes the page inert and gives the focus back. */
export function Dialog({ open, title, onClose, shape = 'card', busy = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) {
      element?.showModal();
      // React sets no autofocus attribute, which is what the browser would look for.
      element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    }
    if (!open && element?.open) element.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[shape]}`}
      aria-labelledby={titleId}
      onCancel={(event) => busy && event.preventDefault()}
      onClose={() => open && onClose()}
      onPointerDown={(event) => {
        if (event.target === dialog.current && !busy) dialog.current.close();
      }}
    >
      {open && (
        <div className={styles.frame}>
          <div className={styles.header}>
            <h2 id={titleId}>{title}</h2>
            <button
              type="button"
              className={styles.close}
              aria-label={generalMessages.close}
              disabled={busy}
              onClick={() => dialog.current?.close()}
            >
              <Icon name="close" />
            </button>
          </div>
          {children}
          <ToastArea id="dialog" />
        </div>
      )}
    </dialog>
  );
}
