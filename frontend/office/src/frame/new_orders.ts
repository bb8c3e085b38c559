import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { todayQuery } from '../api/queries';
import { countsDiffer } from '../api/query_client';
import type { Today } from '../api/types';
import { chime } from '../ui/signal';

/** How often an open screen looks whether anything is new, in milliseconds. */
const LOOK_EVERY = 10_000;

const SOUND = 'sound for new orders';
const listeners = new Set<() => void>();

/** Keeps what is on the screen fresh, and counts the orders that came in until somebody looked at them. */
export function useNewOrders(isHeard: boolean) {
  const hasSound = useSyncExternalStore(onSound, isSoundOn) && isHeard;
  // A screen that nobody sees rests, unless it is to be heard.
  const { data: today, dataUpdatedAt } = useQuery({
    ...todayQuery,
    refetchInterval: LOOK_EVERY,
    refetchIntervalInBackground: hasSound,
  });
  const before = useRef<Today>(undefined);
  useEffect(() => {
    if (before.current && today) countsDiffer(before.current, today, dataUpdatedAt);
    before.current = today;
  }, [today, dataUpdatedAt]);

  const placed = today?.counts.find(({ status }) => status === 'placed')?.orders ?? (today && 0);
  const [known, setKnown] = useState<{ placed: number | undefined; fresh: number; came: number }>({
    placed,
    fresh: 0,
    came: 0,
  });
  if (placed !== undefined && placed !== known.placed) {
    const more = placed - (known.placed ?? placed);
    setKnown({
      placed,
      // Those that somebody has confirmed meanwhile are new no more.
      fresh: more > 0 ? known.fresh + more : Math.min(known.fresh, placed),
      came: known.came + Math.max(more, 0),
    });
  }
  const { came } = known;
  useEffect(() => {
    if (came > 0 && isHeard && isSoundOn()) chime();
  }, [came, isHeard]);

  return {
    count: known.fresh,
    /** Somebody looks at them now. */
    look: () => setKnown((last) => ({ ...last, fresh: 0 })),
    hasSound,
    setSound,
  };
}

function setSound(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(SOUND, 'on');
    else localStorage.removeItem(SOUND);
  } catch {
    // A browser that keeps nothing stays silent.
  }
  // It is heard at once: browsers allow a sound only after a press.
  if (isOn) chime();
  for (const listener of listeners) listener();
}

function isSoundOn(): boolean {
  try {
    return localStorage.getItem(SOUND) === 'on';
  } catch {
    return false;
  }
}

function onSound(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
