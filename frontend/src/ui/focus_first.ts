/** Moves the focus to the first of these fields of a form; leaves it where it is when there is none. */
export function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const field = names[0] && form?.elements.namedItem(names[0]);
  if (field instanceof HTMLElement) field.focus();
}
