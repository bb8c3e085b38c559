import { type RefObject, useEffect } from 'react';

const PIXELS_PER_LINE = 40;

/** The scroll position after a wheel turn on a sideways scrolling strip; null at its end, where the page scrolls. */
export function sidewaysTarget(
  strip: Pick<HTMLElement, 'scrollLeft' | 'clientWidth' | 'scrollWidth'>,
  wheel: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey'>,
): number | null {
  // A sideways gesture scrolls by itself, and ctrl with the wheel zooms.
  if (wheel.ctrlKey || Math.abs(wheel.deltaX) >= Math.abs(wheel.deltaY)) return null;
  const unit = { 0: 1, 1: PIXELS_PER_LINE, 2: strip.clientWidth }[wheel.deltaMode] ?? 1;
  const end = strip.scrollWidth - strip.clientWidth;
  const target = Math.min(Math.max(strip.scrollLeft + wheel.deltaY * unit, 0), end);
  return Math.abs(target - strip.scrollLeft) < 1 ? null : target;
}

/** Scrolls the element sideways by the mouse wheel, up to its ends. */
export function useSidewaysWheel(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const strip = element.current;
    if (!strip) return;
    const onWheel = (event: WheelEvent) => {
      const target = sidewaysTarget(strip, event);
      if (target === null) return;
      event.preventDefault();
      strip.scrollTo({ left: target, behavior: 'instant' });
    };
    strip.addEventListener('wheel', onWheel, { passive: false });
    return () => strip.removeEventListener('wheel', onWheel);
  }, [element]);
}
