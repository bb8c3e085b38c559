import { onLogOut } from './login';

/**
 * The mobile number of the order that is being paid: the provider's page sends the shopper back to an address that proves
 * nothing. It goes with the tab, and before that once the order is paid, since with it anybody could act for the shopper.
 */
const STORAGE_KEY = 'payment';

/** Keeps what proves that the order is this shopper's. */
export function keepProof(orderNumber: string, mobilenumber: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ orderNumber, mobilenumber }));
  } catch {
    // Storage may be full or forbidden; then the shopper is asked for the number.
  }
}

/** The mobile number that was kept for this order; anybody can edit what is stored. */
export function keptProof(orderNumber: string): string {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    const isThis = kept.orderNumber === orderNumber && typeof kept.mobilenumber === 'string';
    return isThis ? kept.mobilenumber : '';
  } catch {
    return '';
  }
}

/** Forgets it. */
export function forgetProof(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Where storage is forbidden, nothing was stored.
  }
}

onLogOut(forgetProof);
