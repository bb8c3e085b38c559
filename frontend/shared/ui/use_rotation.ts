import { type PointerEvent, useEffect, useState, useSyncExternalStore } from 'react';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/**
 * Shows one of several things after the other, and after the last the first again. It waits while a mouse rests on them,
 * the focus is within or the tab is hidden, and never starts for who asked for less motion. A step the user takes
 * stops it for good; only the pause button starts it again.
 */
export function useRotation(count: number, intervalMs: number) {
  const [index, setIndex] = useState(0);
  const [playing, setPlaying] = useState(true);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const still = useSyncExternalStore(followMotion, prefersStillness, unknownYet);
  const hidden = useSyncExternalStore(followTab, isTabHidden, unknownYet);
  const moving = count > 1 && playing && !hovered && !focused && !still && !hidden;
  // There may be fewer than there were.
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
    // Who asks for it to play sees it play, although pointer and focus are still on the button.
    setHovered(false);
    setFocused(false);
  }

  return {
    shown,
    playing,
    moving,
    show,
    /** One on (1) or one back (-1). */
    turn: (by: 1 | -1) => show(shown + by),
    toggle,
    /** For the element that holds all of it, the buttons too. */
    holding: {
      // A finger that lifts has left; only a mouse rests on something.
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
/** What the server draws, and the browser's first drawing with it. */
const unknownYet = () => false;
