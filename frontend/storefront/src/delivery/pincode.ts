import { create } from 'zustand';
import { isPincode } from '../rules/delivery';

/** The pincode that the shopper entered last, stored on this device; empty if there is none. */
export const usePincode = create<{ pincode: string }>(() => ({ pincode: '' }));

const STORAGE_KEY = 'pincode';

/** Stores a pincode that exists. */
export function keepPincode(pincode: string): void {
  usePincode.setState({ pincode });
  try {
    localStorage.setItem(STORAGE_KEY, pincode);
  } catch {
    // Storage may be full or forbidden. Then the pincode lasts as long as the page.
  }
}

/** Reads the stored pincode. It runs after hydration, because a prerendered page knows no pincode. */
export function recallPincode(): void {
  try {
    const kept = localStorage.getItem(STORAGE_KEY) ?? '';
    if (isPincode(kept) && !usePincode.getState().pincode) usePincode.setState({ pincode: kept });
  } catch {
    // If storage is forbidden, nothing was stored.
  }
}
