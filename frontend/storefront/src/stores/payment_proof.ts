import { onLogOut } from './login';

/**
 * The storage key for the mobile number of the order being paid. The provider's page returns the shopper to an address without a proof. The
 * number is deleted with the tab, or once the order is paid, because it lets others act for the shopper.
 */
const STORAGE_KEY = 'payment';

/** Stores the proof that the order is this shopper's. */
export function keepProof(orderNumber: string, mobilenumber: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ orderNumber, mobilenumber }));
  } catch {
    // Storage may be full or forbidden. Then the shopper is asked for the number.
  }
}

/** The mobile number stored for this order, or an empty text. The stored value is checked, because users can edit it. */
export function keptProof(orderNumber: string): string {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    const isThis = kept.orderNumber === orderNumber && typeof kept.mobilenumber === 'string';
    return isThis ? kept.mobilenumber : '';
  } catch {
    return '';
  }
}

/** Deletes the stored proof. */
export function forgetProof(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // If storage is forbidden, nothing was stored.
  }
}

onLogOut(forgetProof);
