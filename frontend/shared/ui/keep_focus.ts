/**
 * Moves the focus to the page's main part if the focused element is removed before the next key or click. The button that opened a dialog
 * is often removed after the dialog's action. Otherwise keyboard users would start at the top.
 */
export function keepFocus(): void {
  const watched = new MutationObserver(look);

  function look() {
    if (document.activeElement !== document.body) return;
    stop();
    document.querySelector('main')?.focus({ preventScroll: true });
  }

  function stop() {
    watched.disconnect();
    for (const press of ['keydown', 'pointerdown']) document.removeEventListener(press, stop, true);
  }

  watched.observe(document.body, { childList: true, subtree: true });
  for (const press of ['keydown', 'pointerdown']) document.addEventListener(press, stop, true);
  look();
}
