import { useEffect, useRef } from 'react';
import { keyOf } from '../ui/key_of';

/** What each key does: `/`, `?`, or with Ctrl (on a Mac also Cmd) `ctrl+k`. */
export type Keys = Readonly<Record<string, () => void>>;

/** Hears keys of the whole page: not while something is typed or a dialog is open, unless Ctrl is held. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });

  useEffect(() => {
    function hear(event: KeyboardEvent) {
      const withCtrl = event.ctrlKey || event.metaKey;
      const key = keyOf(event);
      const action = current.current[withCtrl ? `ctrl+${key.toLowerCase()}` : key];
      // A key that is held is pressed once.
      if (
        !action ||
        event.repeat ||
        event.altKey ||
        event.defaultPrevented ||
        document.querySelector('dialog[open]')
      )
        return;
      if (!withCtrl && isTyping(event.target)) return;
      event.preventDefault();
      action();
    }
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea');
}
