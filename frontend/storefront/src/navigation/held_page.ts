let isHeld = false;
let isReturning = false;

/** Keeps the shopper on this page, which must not be left: Back and Forward are taken back. Answers how to let them go. */
export function holdPage(): () => void {
  isHeld = true;
  return () => {
    isHeld = false;
  };
}

/**
 * Takes a step through the history back while the page is held; answers whether it was one that changes nothing. It is the
 * router who asks: what listens beside it is called after React has drawn the other page.
 */
export function takeBack(delta: number | null): boolean {
  if (isReturning) {
    isReturning = false;
    return true;
  }
  if (!isHeld || !delta) return false;
  isReturning = true;
  window.history.go(-delta);
  return true;
}
