import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { controlWords } from '#words/controls';
import styles from './Dialog.module.css';
import { keepFocus } from './keep_focus';
import { Outline } from './Outline';

const CROSS = 'M6 6l12 12M18 6L6 18';

export interface DialogProps {
  open: boolean;
  title: string;
  /** The id of the text that says what is asked. */
  describedBy?: string;
  /** Asked for by Escape, the close button, a click beside the dialog or the phone's back gesture. `false`: it stays open. */
  onClose: () => unknown;
  /** A gate is a card that hides the page behind it. */
  shape?: 'card' | 'sheet' | 'drawer' | 'gate';
  /** Keeps the dialog open while something runs that must not be left. */
  busy?: boolean;
  /** Where messages appear while it is open: everything behind it is inert, and covered. */
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
    // React sets no autofocus attribute, which is what the browser would look for.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    isWanted.current = true;
    return () => {
      isWanted.current = false;
      // Only this gives the focus back: an open dialog that is taken out of the page leaves it with nobody.
      element.close();
    };
  }, [open]);

  function closed({ currentTarget }: SyntheticEvent<HTMLDialogElement>) {
    // The browser tells it later: by then the dialog may be open anew, as after Back and Forward, or gone.
    if (!isWanted.current || currentTarget.open) return;
    const last = focused.current;
    if (!busy && onClose() !== false) return;
    // The browser refuses one Escape, and neither a second nor a phone's back gesture.
    currentTarget.showModal();
    last?.focus();
  }

  // Effects end in turn: by then the browser has given the focus back.
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
      // Only the end of the press closes: what lies under it would get the rest of one that closes sooner.
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

/** The dialog itself is also what is pressed where it is empty, so the place decides. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
