/** Marks a button that removes its own row. */
export const REMOVES = { 'data-removes': '' };

/**
 * Moves the focus from a button that removes its row to the next such button of its list, or the one before it. Without another one, it
 * moves to `otherwise`. Called before the row is removed.
 */
export function passFocusOn(pressed: HTMLElement, otherwise: HTMLElement | null): void {
  const all = [...(pressed.closest('ul, table')?.querySelectorAll<HTMLElement>('[data-removes]') ?? [])];
  const at = all.indexOf(pressed);
  (all[at + 1] ?? all[at - 1] ?? otherwise)?.focus();
}
