import { randomId } from 'shared/rules/random_id';
// What somebody has begun to write, kept by the tab for as long as it is open: a page that is left or a session that ends takes
// nothing of it. Each has an id that is made once, by which the office knows it again when it is sent twice.

/** A text that is not sent yet, and the id under which it will be. */
export interface Draft {
  id: string;
  text: string;
}

const PREFIX = 'draft ';

/** What the tab keeps under a name; nothing where nothing was kept. Its caller checks what it is. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    // A browser that keeps nothing, or that kept something else, begins anew.
    return null;
  }
}

/** Keeps a value in the tab until somebody logs out; nothing takes the place of what was kept. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Then it is only as long there as its page.
  }
}

/** A draft as it was left, or a new one. */
export function readDraft(name: string): Draft {
  const kept = readKept(name) as Partial<Draft> | null;
  if (kept?.id && typeof kept.text === 'string') return { id: kept.id, text: kept.text };
  return { id: randomId(), text: '' };
}

/** Keeps a draft; one without a text needs no keeping. */
export function keepDraft(name: string, draft: Draft): void {
  keep(name, draft.text === '' ? undefined : draft);
}

/** Forgets all drafts: whoever logs out leaves nothing. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
    }
  } catch {
    // Nothing was kept.
  }
}
