import { useEffect, useRef } from 'react';
import { keyOf } from './key_of';

/**
 * Keys for a list whose rows are the element's children. j and k focus the next and previous row, or its first link. x clicks the checkbox
 * of the focused row. Enter follows a focused link, as the browser does.
 */
export function useRowKeys() {
  const list = useRef<HTMLTableSectionElement & HTMLUListElement>(null);

  useEffect(() => {
    function hear(event: KeyboardEvent) {
      const { target, ctrlKey, metaKey, altKey } = event;
      const key = keyOf(event);
      if (ctrlKey || metaKey || altKey || !list.current || document.querySelector('dialog[open]')) return;
      if (target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea'))
        return;
      const rows = [...list.current.children];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (key === 'j' || key === 'k') focus(rows[at < 0 ? 0 : at + (key === 'j' ? 1 : -1)]);
      else if (key === 'x') rows[at]?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
    }
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);

  return list;
}

function focus(row: Element | undefined): void {
  const place = row?.matches('[tabindex]') ? row : row?.querySelector('a, button');
  if (place instanceof HTMLElement) place.focus();
}
