/** How long a page may take to grow to where it was left. */
export const PATIENCE_MS = 5000;

/** What a shopper does to move the page by themselves. */
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Tries to bring a place into view; answers whether it is there. */
export type Place = () => boolean;

/**
 * Brings a place into view as soon as the page is long enough for it: its code or its data may still be on their way.
 * Gives up when the shopper moves first. Answers how to stop, or nothing when the place is there already.
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

/** So far down the page. */
export function position(top: number): Place {
  return () => {
    window.scrollTo({ top, behavior: 'instant' });
    // Screens with fractional pixels round.
    return window.scrollY > top - 1;
  };
}

/** What the hash of an address names. */
export function target(hash: string): Place {
  return () => {
    const element = document.getElementById(decoded(hash.slice(1)));
    element?.scrollIntoView({ behavior: 'instant' });
    return element !== null;
  };
}

/** Anybody may write an address by hand; what is no encoding stands for itself, as browsers take it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
