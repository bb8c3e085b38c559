import { useEffect, useRef } from 'react';
import { keyOf } from '../ui/key_of';

/** The action of each key: `/`, `?`, or with Ctrl (on a Mac also Cmd) `ctrl+k`. */
export type Keys = Readonly<Record<string, () => void>>;

/** Handles keys of the whole page. They are off in an open dialog; keys without Ctrl are off while typing. */
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
      // Repeats of a held key are ignored.
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
