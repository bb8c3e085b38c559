let isHeld = false;
let isReturning = false;

/** Blocks Back and Forward on this page. Returns a function that ends it. */
export function holdPage(): () => void {
  isHeld = true;
  return () => {
    isHeld = false;
  };
}

/**
 * Reverts a history step while the page is held. Returns true if the step changes nothing. The router calls this, because other listeners
 * run after React has rendered the other page.
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
