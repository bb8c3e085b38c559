/** For the `ref` of what is told once something is done: takes the focus of a button that cannot be pressed meanwhile, if nobody else has. */
export function takeLostFocus(place: HTMLElement | null): void {
  if (document.activeElement === document.body) place?.focus();
}
