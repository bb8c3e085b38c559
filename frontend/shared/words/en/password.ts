/** The labels of the button that shows a password. */
export const passwordWords = {
  show: 'Show password',
  hide: 'Hide password',
};
