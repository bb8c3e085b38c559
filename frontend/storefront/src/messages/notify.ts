import { showPlainly, type ToastAreaId } from './plain_messages';

const SUCCESS_MS = 2000;
const ERROR_MS = 4000;
/** The cart and the order flows tell everything in two seconds. */
const SHOPPING_MS = 2000;

export const MAX_TOASTS = 20;

type Kind = 'success' | 'error' | 'info';

/** Tells the shopper that something worked. */
export function notifySuccess(message: string): void {
  show('success', message, { autoClose: SUCCESS_MS, role: 'status' });
}

/** Tells the shopper that something failed. */
export function notifyError(message: string): void {
  show('error', message, { autoClose: ERROR_MS, role: 'alert' });
}

/** Tells the shopper that something failed in the cart or at checkout. */
export function notifyShoppingError(message: string): void {
  show('error', message, { autoClose: SHOPPING_MS, role: 'alert' });
}

/** Tells the shopper something worth knowing that nobody did wrong. */
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

/** Called when a place for messages can show them; returns what to call when it no longer can. */
export function openToastArea(id: ToastAreaId): () => void {
  openAreas.add(id);
  void deliver();
  return () => openAreas.delete(id);
}

/** Shows what waits, where the shopper looks now. The library drops messages for a place that is not there yet. */
export async function deliver(): Promise<void> {
  if (waiting.length === 0) return;
  // It weighs more than all our own code of the first screen, so it comes with the first message.
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
