/** Texts of the start gate, and of the notices after it. */
export const startWords = {
  loading: 'Loading the shop…',
  coming: 'The page is on its way',
  cartHint:
    'What you have chosen is kept in this browser, and nowhere else until you order. We are asking for today’s prices, so that the total is the one you will pay.',
  overdue: 'The shop has not loaded completely. Please check your connection and load the page again.',
  cartChanged: 'Your cart has changed. Please check items and prices before you order.',
  errorTitle: 'Error Loading Data',
  errorText: 'The shop could not be loaded. Your cart is safe on this device.',
  retry: 'Retry',
};
