// Messages about the last action, shown by `Messages.tsx`. Messages of success disappear after some seconds.

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

/** Shows that an action succeeded. */
export function notifyDone(words: string): void {
  add('done', words);
}

/** Shows that an action failed. The message stays until it is closed. */
export function notifyFailed(words: string): void {
  add('failed', words);
}

/** Closes a message. */
export function closeMessage(id: number): void {
  tell(messages.filter((message) => message.id !== id));
}

/** Returns the messages on the screen. */
export function currentMessages(): readonly Message[] {
  return messages;
}

/** Subscribes to changes of the messages. */
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
