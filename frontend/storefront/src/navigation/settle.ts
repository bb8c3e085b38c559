/** The longest wait for a page to grow to its scroll position. */
export const PATIENCE_MS = 5000;

/** Events by which the shopper scrolls. */
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls to a place. Returns true if the place was reached. */
export type Place = () => boolean;

/**
 * Scrolls to a place as soon as the page is long enough, because code or data may still load. Stops when the shopper scrolls. Returns a
 * function that stops it, or undefined if the place is reached at once.
 */
export function settle(place: Place, onEnd: () => void): (() => void) | undefined {
  if (place()) return undefined;
  const growth = new ResizeObserver(() => {
    if (place()) end();
  });
  function end() {
    growth.disconnect();
    clearTimeout(timer);
    for (const move of OWN_MOVES) window.removeEventListener(move, end);
    onEnd();
  }
  const timer = setTimeout(end, PATIENCE_MS);
  for (const move of OWN_MOVES) window.addEventListener(move, end, { passive: true });
  growth.observe(document.body);
  return end;
}

/** The place at a scroll position. */
export function position(top: number): Place {
  return () => {
    window.scrollTo({ top, behavior: 'instant' });
    // Screens with fractional pixels round.
    return window.scrollY > top - 1;
  };
}

/** The place of the element that a hash names. */
export function target(hash: string): Place {
  return () => {
    const element = document.getElementById(decoded(hash.slice(1)));
    element?.scrollIntoView({ behavior: 'instant' });
    return element !== null;
  };
}

/** Decodes a hash. An invalid encoding stands for itself, as in browsers. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
