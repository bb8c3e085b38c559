// Short words about what just happened, shown by `Messages.tsx` for some seconds.

/** A message on the screen. */
export interface Message {
  id: number;
  kind: 'done' | 'failed';
  words: string;
}

const SHOWN_MS = 6_000;

let messages: readonly Message[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Says that something is done. */
export function notifyDone(words: string): void {
  add('done', words);
}

/** Says that something failed; it stays until it is closed. */
export function notifyFailed(words: string): void {
  add('failed', words);
}

/** Takes a message away. */
export function closeMessage(id: number): void {
  tell(messages.filter((message) => message.id !== id));
}

/** What is on the screen. */
export function currentMessages(): readonly Message[] {
  return messages;
}

/** Hears when that changes. */
export function onMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function add(kind: Message['kind'], words: string): void {
  const id = nextId;
  nextId += 1;
  tell([...messages.filter((message) => message.words !== words), { id, kind, words }]);
  if (kind === 'done') setTimeout(closeMessage, SHOWN_MS, id);
}

function tell(now: readonly Message[]): void {
  messages = now;
  for (const listener of listeners) listener();
}
