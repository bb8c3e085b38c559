/** A `ref` for a result: focuses it if no element has the focus, because the pressed button was disabled. */
export function takeLostFocus(place: HTMLElement | null): void {
  if (document.activeElement === document.body) place?.focus();
}
