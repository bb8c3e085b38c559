/** Names of the button by which a password is looked at. */
export const passwordWords = {
  show: 'Show password',
  hide: 'Hide password',
};
