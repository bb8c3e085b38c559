import { type PointerEvent, useEffect, useState, useSyncExternalStore } from 'react';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/**
 * Shows one of several items after another, in a loop. It pauses while a mouse is over them, the focus is inside or the tab is hidden, and
 * never starts if the user prefers reduced motion. A manual step stops it; only the pause button starts it again.
 */
export function useRotation(count: number, intervalMs: number) {
  const [index, setIndex] = useState(0);
  const [playing, setPlaying] = useState(true);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const still = useSyncExternalStore(followMotion, prefersStillness, unknownYet);
  const hidden = useSyncExternalStore(followTab, isTabHidden, unknownYet);
  const moving = count > 1 && playing && !hovered && !focused && !still && !hidden;
  // The number of items may have become smaller.
  const shown = index % Math.max(count, 1);

  useEffect(() => {
    if (!moving) return;
    const timer = setTimeout(() => setIndex((shown + 1) % count), intervalMs);
    return () => clearTimeout(timer);
  }, [moving, shown, count, intervalMs]);

  function show(wanted: number) {
    setPlaying(false);
    setIndex((wanted + count) % count);
  }

  function toggle() {
    setPlaying(!playing);
    // After a click on play, it plays although pointer and focus are still on the button.
    setHovered(false);
    setFocused(false);
  }

  return {
    shown,
    playing,
    moving,
    show,
    /** One forward (1) or one back (-1). */
    turn: (by: 1 | -1) => show(shown + by),
    toggle,
    /** Event handlers for the element that contains all of it, including the buttons. */
    holding: {
      // Only a mouse hovers. A finger that lifts has left.
      onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}

function followMotion(onChange: () => void) {
  const query = window.matchMedia(REDUCED_MOTION);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

function followTab(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

const prefersStillness = () => window.matchMedia(REDUCED_MOTION).matches;
const isTabHidden = () => document.hidden;
/** The value on the server and in the browser's first render. */
const unknownYet = () => false;
