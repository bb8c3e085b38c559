/**
 * Gives the focus to the page's main part, should what has it be taken out of the page before anybody presses something: what opened a
 * dialog is often gone once that has done its work, as a step that an order has taken. Whoever works by keys would begin at the top.
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
