import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router';
import { isReturn, keepPosition, positionOf, storePositions } from './scroll_positions';
import { type Place, position, settle, target } from './settle';

/** The state of a navigation that leaves the page where it is, as a filter does: neither scroll nor focus move. */
export const inPlace = { inPlace: true } as const;

/** The state of a navigation to a dialog with an address of its own, which lies over the page of this path. */
export function over(path: string): { over: string } {
  return { over: path };
}

/** Whether this is a dialog that was opened over the page of this path. */
export function isOver({ state }: Location, path: string): boolean {
  return state?.over === path;
}

/**
 * On every navigation the page starts at its top and the focus at its content, as after a full page load. Going back
 * or forward finds a page where it was left. A dialog that opens or closes over a page moves nothing on it.
 */
export function RouteChange() {
  const location = useLocation();
  const kind = useNavigationType();
  const shown = useRef<Location>(undefined);
  const stopSettling = useRef<() => void>(undefined);

  useLayoutEffect(() => {
    const before = shown.current;
    if (before === location) return;
    shown.current = location;
    if (before && (isOver(location, before.pathname) || isOver(before, location.pathname))) return;
    stopSettling.current?.();
    const returning = before ? kind === 'POP' : isReturn();
    const place = placeOf(location, before, returning);
    if (place) stopSettling.current = settle(place, () => (stopSettling.current = undefined));
    if (before && takesFocus(location, before, returning)) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [location, kind]);

  useEffect(() => {
    function keep() {
      // While the page is still growing, where it stands is not where the shopper left it.
      if (shown.current && !stopSettling.current) keepPosition(shown.current, window.scrollY);
    }
    window.addEventListener('scroll', keep, { passive: true });
    window.addEventListener('pagehide', storePositions);
    return () => {
      window.removeEventListener('scroll', keep);
      window.removeEventListener('pagehide', storePositions);
      stopSettling.current?.();
    };
  }, []);

  return null;
}

function placeOf(location: Location, before: Location | undefined, returning: boolean): Place | undefined {
  const { hash } = location;
  const left = returning ? positionOf(location) : undefined;
  if (left !== undefined) return position(left);
  if (!returning && isInPlace(location)) return undefined;
  // A plain link within the page looks like going back; the browser has scrolled already.
  if (hash) return before && returning ? undefined : target(hash);
  return before && position(0);
}

function takesFocus(location: Location, before: Location, returning: boolean): boolean {
  return returning ? location.pathname !== before.pathname : !isInPlace(location);
}

function isInPlace({ state }: Location): boolean {
  return state?.inPlace === true;
}
