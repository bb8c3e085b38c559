import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { controlWords } from '#words/controls';
import styles from './Dialog.module.css';
import { keepFocus } from './keep_focus';
import { Outline } from './Outline';

const CROSS = 'M6 6l12 12M18 6L6 18';

export interface DialogProps {
  open: boolean;
  title: string;
  /** The id of the text that describes the dialog. */
  describedBy?: string;
  /** Called on Escape, the close button, a click outside or the phone's back gesture. If it returns `false`, the dialog stays open. */
  onClose: () => unknown;
  /** A gate is a card that hides the page behind it. */
  shape?: 'card' | 'sheet' | 'drawer' | 'gate';
  /** Keeps the dialog open while something runs that must not be interrupted. */
  busy?: boolean;
  /** The area for messages while the dialog is open, because everything behind it is inert and covered. */
  messages?: ReactNode;
  children: ReactNode;
}

/** The browser's own modal dialog: it traps the focus, makes the page inert and gives the focus back. */
export function Dialog({
  open,
  title,
  describedBy,
  onClose,
  shape = 'card',
  busy = false,
  messages,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isWanted = useRef(false);
  const pressedBeside = useRef(false);
  const focused = useRef<HTMLElement>(undefined);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    element.showModal();
    // React sets no autofocus attribute, which the browser would use.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    isWanted.current = true;
    return () => {
      isWanted.current = false;
      // Only `close` gives the focus back. Removing an open dialog from the page loses it.
      element.close();
    };
  }, [open]);

  function closed({ currentTarget }: SyntheticEvent<HTMLDialogElement>) {
    // The browser fires this event late. The dialog may be open again by then, as after Back and Forward, or removed.
    if (!isWanted.current || currentTarget.open) return;
    const last = focused.current;
    if (!busy && onClose() !== false) return;
    // The browser lets a page cancel one Escape, but not a second one or a phone's back gesture.
    currentTarget.showModal();
    last?.focus();
  }

  // Effects end in order, so the browser has given the focus back by then.
  useLayoutEffect(() => (open ? keepFocus : undefined), [open]);

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the key is Escape, which the browser hears
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[shape]}`}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onKeyDown={(event) => busy && event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => busy && event.preventDefault()}
      onClose={closed}
      onPointerDown={(event) => {
        pressedBeside.current = isBeside(event);
      }}
      // Closes on click, not on pointer down, because otherwise the element below would get the rest of the press.
      onClick={(event) => {
        if (pressedBeside.current && isBeside(event) && !busy) dialog.current?.close();
      }}
    >
      {open && (
        <div className={styles.frame}>
          <div className={styles.header}>
            <h2 id={titleId}>{title}</h2>
            <button
              type="button"
              className={styles.close}
              aria-label={controlWords.close}
              disabled={busy}
              onClick={() => dialog.current?.close()}
            >
              <Outline path={CROSS} />
            </button>
          </div>
          {children}
          {messages}
        </div>
      )}
    </dialog>
  );
}

/** Returns true for a click outside. Clicks on empty parts of the dialog have the same target, so the position decides. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
