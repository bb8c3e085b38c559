/** Texts of the gate that every page waits for. */
export const startMessages = {
  loading: 'Loading the shop…',
  errorTitle: 'Error Loading Data',
  errorText: 'The shop could not be loaded. Your cart is safe on this device.',
  retry: 'Retry',
} as const;
