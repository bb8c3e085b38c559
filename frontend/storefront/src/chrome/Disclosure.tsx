import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Icon } from '../ui/Icon';
import styles from './Disclosure.module.css';

interface DisclosureProps {
  label: string;
  /** The class of the button. */
  className: string | undefined;
  /** The side of the button that the list is aligned to. */
  side?: 'start' | 'end';
  /** The items of the list. `close` closes it. */
  children: (close: () => void) => ReactNode;
}

/** A button that shows and hides a list of links (disclosure pattern: links, not a menu of commands). */
export function Disclosure({ label, className, side = 'start', children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const close = () => setOpen(false);

  // Safari does not focus a pressed button, so the list would not close on blur when the shopper presses elsewhere.
  useEffect(() => {
    if (!open) return;
    function closeOnPressBeside(event: PointerEvent) {
      if (!area.current?.contains(event.target as Node)) setOpen(false);
    }
    document.addEventListener('pointerdown', closeOnPressBeside);
    return () => document.removeEventListener('pointerdown', closeOnPressBeside);
  }, [open]);

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return;
    close();
    button.current?.focus();
  }

  function closeOnLeaving(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the button and the links within
    <div ref={area} className={styles.area} onKeyDown={closeOnEscape} onBlur={closeOnLeaving}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        {label}
        <Icon name="down" size={20} />
      </button>
      <ul id={listId} className={`${styles.panel} ${styles[side]}`} hidden={!open}>
        {children(close)}
      </ul>
    </div>
  );
}
