import { randomId } from 'shared/rules/random_id';
// Drafts, stored in the tab until it is closed. Leaving a page or a session that ends does not delete them. Each has a fixed id, by which
// the gateway recognises a retry.

/** A text that is not sent yet, and its id. */
export interface Draft {
  id: string;
  text: string;
}

const PREFIX = 'draft ';

/** Reads a stored value, or null. The caller checks its type. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    // The storage is not available, or its content is not JSON.
    return null;
  }
}

/** Stores a value in the tab until the staff member logs out; undefined deletes it. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage, the value lasts only as long as the page.
  }
}

/** Returns the stored draft, or a new one. */
export function readDraft(name: string): Draft {
  const kept = readKept(name) as Partial<Draft> | null;
  if (kept?.id && typeof kept.text === 'string') return { id: kept.id, text: kept.text };
  return { id: randomId(), text: '' };
}

/** Stores a draft, or deletes it if its text is empty. */
export function keepDraft(name: string, draft: Draft): void {
  keep(name, draft.text === '' ? undefined : draft);
}

/** Deletes all drafts at logout. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
    }
  } catch {
    // Nothing was stored.
  }
}
