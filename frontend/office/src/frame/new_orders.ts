import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { todayQuery } from '../api/queries';
import { countsDiffer } from '../api/query_client';
import type { Today } from '../api/types';
import { chime } from '../ui/signal';

/** The polling interval of an open screen, in milliseconds. */
const LOOK_EVERY = 10_000;

const SOUND = 'sound for new orders';
const listeners = new Set<() => void>();

/** Polls the day's counts, refreshes lists that changed, and counts new orders until the staff member looks at them. */
export function useNewOrders(isHeard: boolean) {
  const hasSound = useSyncExternalStore(onSound, isSoundOn) && isHeard;
  // A hidden tab does not poll, unless its sound is on.
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
      // Orders that were confirmed in the meantime are no longer new.
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
    /** Marks the new orders as seen. */
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
    // Without storage, the sound stays off.
  }
  // Plays the sound now, because browsers allow sound only after a click.
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
