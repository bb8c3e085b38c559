import type { Location } from 'react-router';

const STORAGE_KEY = 'scroll';
/** The most positions stored, far more than shoppers go back. */
const MAX_ENTRIES = 50;

let positions: Map<string, number> | undefined;

/** The last scroll position of a history entry. */
export function positionOf(entry: Location): number | undefined {
  return all().get(nameOf(entry));
}

/** Keeps the scroll position of a history entry. */
export function keepPosition(entry: Location, top: number): void {
  const name = nameOf(entry);
  all().delete(name);
  all().set(name, top);
}

/** Stores the positions for this tab, so that they outlive a reload and a visit elsewhere. */
export function storePositions(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...all()].slice(-MAX_ENTRIES)));
  } catch {
    // Storage may be forbidden. Then the positions last as long as the page.
  }
}

/** True if this document was opened by a reload or by Back or Forward. */
export function isReturn(): boolean {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opening?.type === 'reload' || opening?.type === 'back_forward';
}

/** The key of a history entry. The address is part of it, because all entries from outside the router have the same key. */
function nameOf({ key, pathname, search, hash }: Location): string {
  return `${key} ${pathname}${search}${hash}`;
}

function all(): Map<string, number> {
  positions ??= new Map(readStorage());
  return positions;
}

function readStorage(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPosition) : [];
  } catch {
    return [];
  }
}

function isPosition(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';
}
