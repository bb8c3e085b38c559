/** Records the last press of a button before hydration; links and forms work without scripts. Returns a function that repeats the press. */
export function keepEarlyPress(root: HTMLElement): () => void {
  let pressed: HTMLElement | undefined;
  function keep({ target }: Event) {
    pressed =
      (target instanceof Element && target.closest<HTMLElement>('button[type="button"]')) || undefined;
  }
  root.addEventListener('click', keep);
  return () => {
    root.removeEventListener('click', keep);
    pressed?.click();
    pressed = undefined;
  };
}
