import type { ToastOptions } from 'react-toastify/unstyled';

const SUCCESS_MS = 2000;
const ERROR_MS = 4000;
/** The cart and the order flows tell everything in two seconds. */
const SHOPPING_MS = 2000;

export const MAX_TOASTS = 20;

type Kind = 'success' | 'error' | 'info';

/** Tells the shopper that something worked. */
export function notifySuccess(message: string): void {
  void show('success', message, { autoClose: SUCCESS_MS, role: 'status' });
}

/** Tells the shopper that something failed. */
export function notifyError(message: string): void {
  void show('error', message, { autoClose: ERROR_MS, role: 'alert' });
}

/** Tells the shopper that something failed in the cart or at checkout. */
export function notifyShoppingError(message: string): void {
  void show('error', message, { autoClose: SHOPPING_MS, role: 'alert' });
}

/** Tells the shopper something worth knowing that nobody did wrong. */
export function notifyInfo(message: string): void {
  void show('info', message, { autoClose: ERROR_MS, role: 'status' });
}

/** The library weighs more than all our own code of the first screen, so it comes with the first message. */
async function show(kind: Kind, message: string, options: ToastOptions): Promise<void> {
  const { toast } = await import('react-toastify/unstyled');
  // An open dialog makes the page behind it inert and covers it, so it brings its own place for messages.
  const containerId = document.querySelector('dialog[open]') ? 'dialog' : 'page';
  toast[kind](message, { ...options, containerId });
}
