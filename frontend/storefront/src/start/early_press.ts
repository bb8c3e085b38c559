/**
 * Keeps the last press of a button before anything listens to it; links and forms work without scripts. Answers what
 * gives the press to the page once it listens.
 */
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
