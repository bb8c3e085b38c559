import { type PointerEvent, useRef } from 'react';

const SHORTEST_PX = 40;

/** Detects a horizontal swipe of a finger: 1 for the next, -1 for the previous item. The element needs `touch-action: pan-y`. */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(null);
  return {
    onPointerDown({ pointerType, clientX, clientY }: PointerEvent) {
      start.current = pointerType === 'mouse' ? null : { x: clientX, y: clientY };
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      if (!start.current) return;
      const sideways = clientX - start.current.x;
      const upright = clientY - start.current.y;
      start.current = null;
      if (Math.abs(sideways) < Math.max(SHORTEST_PX, Math.abs(upright))) return;
      onSwipe(sideways < 0 ? 1 : -1);
    },
    // The browser took over the gesture to scroll.
    onPointerCancel() {
      start.current = null;
    },
  };
}
