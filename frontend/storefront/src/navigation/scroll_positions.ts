import type { Location } from 'react-router';

const STORAGE_KEY = 'scroll';
/** Far more steps than anybody goes back. */
const MAX_ENTRIES = 50;

let positions: Map<string, number> | undefined;

/** How far down the page of this history entry stood when it was last seen. */
export function positionOf(entry: Location): number | undefined {
  return all().get(nameOf(entry));
}

/** Keeps how far down the page of this history entry stands. */
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
    // Storage may be forbidden; then they last as long as the page.
  }
}

/** Whether this document was opened by a reload or by going back or forward, and not by a link. */
export function isReturn(): boolean {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opening?.type === 'reload' || opening?.type === 'back_forward';
}

/** Entries that the router did not make all have the same key, so the address is part of the name. */
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
