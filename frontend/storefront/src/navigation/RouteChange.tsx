import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router';
import { isReturn, keepPosition, positionOf, storePositions } from './scroll_positions';
import { type Place, position, settle, target } from './settle';

/** The state of a navigation that moves neither scroll nor focus, such as a filter. */
export const inPlace = { inPlace: true } as const;

/** The state of a navigation to a dialog with its own address, over the page of this path. */
export function over(path: string): { over: string } {
  return { over: path };
}

/** True if this is a dialog opened over the page of this path. */
export function isOver({ state }: Location, path: string): boolean {
  return state?.over === path;
}

/**
 * Moves the scroll to the top and the focus to the content on every navigation, as after a full page load. Back and Forward restore the
 * scroll position. A dialog that opens or closes over a page moves nothing.
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
      // While the page still grows, its position is not the one the shopper left.
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
  // A plain link within the page looks like going back. The browser has scrolled already.
  if (hash) return before && returning ? undefined : target(hash);
  return before && position(0);
}

function takesFocus(location: Location, before: Location, returning: boolean): boolean {
  return returning ? location.pathname !== before.pathname : !isInPlace(location);
}

function isInPlace({ state }: Location): boolean {
  return state?.inPlace === true;
}
