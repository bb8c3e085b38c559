/** The text of a document without scripts. */
export const documentWords = {
  noScript:
    'This shop needs JavaScript to show prices, keep a cart and take orders. Please switch it on, or call us.',
};
