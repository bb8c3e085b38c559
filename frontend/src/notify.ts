import type { ToastOptions } from 'react-toastify/unstyled';

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

/** Where messages appear. An open dialog makes the page behind it inert and covers it, so it brings its own place. */
export type ToastAreaId = 'page' | 'dialog';

interface Waiting {
  kind: Kind;
  message: string;
  options: ToastOptions;
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
  const { toast } = await import('react-toastify/unstyled');
  const containerId = document.querySelector('dialog[open]') ? 'dialog' : 'page';
  if (!openAreas.has(containerId)) return;
  for (const { kind, message, options } of waiting.splice(0))
    toast[kind](message, { ...options, containerId });
}

function show(kind: Kind, message: string, options: ToastOptions): void {
  waiting.push({ kind, message, options });
  void deliver();
}
