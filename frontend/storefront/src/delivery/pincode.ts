import { create } from 'zustand';
import { isPincode } from '../rules/delivery';

/** The pincode that the shopper gave last, empty while there is none: asked for once, and kept on this device. */
export const usePincode = create<{ pincode: string }>(() => ({ pincode: '' }));

const STORAGE_KEY = 'pincode';

/** Keeps a pincode that there is. */
export function keepPincode(pincode: string): void {
  usePincode.setState({ pincode });
  try {
    localStorage.setItem(STORAGE_KEY, pincode);
  } catch {
    // Storage may be full or forbidden; then it is known as long as the page.
  }
}

/** Reads what an earlier visit kept. Not at once: a page that was drawn ahead knows no pincode. */
export function recallPincode(): void {
  try {
    const kept = localStorage.getItem(STORAGE_KEY) ?? '';
    if (isPincode(kept) && !usePincode.getState().pincode) usePincode.setState({ pincode: kept });
  } catch {
    // Where storage is forbidden, nothing was kept.
  }
}
