import { showPlainly, type ToastAreaId } from './plain_messages';

const SUCCESS_MS = 2000;
const ERROR_MS = 4000;
/** The duration of toasts in the cart and checkout. */
const SHOPPING_MS = 2000;

export const MAX_TOASTS = 20;

type Kind = 'success' | 'error' | 'info';

/** Shows a success toast. */
export function notifySuccess(message: string): void {
  show('success', message, { autoClose: SUCCESS_MS, role: 'status' });
}

/** Shows an error toast. */
export function notifyError(message: string): void {
  show('error', message, { autoClose: ERROR_MS, role: 'alert' });
}

/** Shows an error toast of the cart or checkout. */
export function notifyShoppingError(message: string): void {
  show('error', message, { autoClose: SHOPPING_MS, role: 'alert' });
}

/** Shows an information toast. */
export function notifyInfo(message: string): void {
  show('info', message, { autoClose: ERROR_MS, role: 'status' });
}

interface Waiting {
  kind: Kind;
  message: string;
  options: { autoClose: number; role: 'status' | 'alert' };
}

const openAreas = new Set<ToastAreaId>();
const waiting: Waiting[] = [];

/** Registers a toast area that can show messages. Returns a function that removes it. */
export function openToastArea(id: ToastAreaId): () => void {
  openAreas.add(id);
  void deliver();
  return () => openAreas.delete(id);
}

/** Shows waiting messages in the visible toast area. The library drops messages for an area that does not exist yet. */
export async function deliver(): Promise<void> {
  if (waiting.length === 0) return;
  // The library is larger than the shop's own code of the first screen, so it loads with the first message.
  const library = await import('../ui/Toasts').catch(() => undefined);
  const area = document.querySelector('dialog[open]') ? 'dialog' : 'page';
  if (!library) {
    for (const { message, options } of waiting.splice(0))
      showPlainly({ message, role: options.role, area }, options.autoClose);
  } else if (openAreas.has(area)) {
    for (const { kind, message, options } of waiting.splice(0))
      library.toast[kind](message, { ...options, containerId: area });
  }
}

function show(kind: Kind, message: string, options: Waiting['options']): void {
  waiting.push({ kind, message, options });
  void deliver();
}
