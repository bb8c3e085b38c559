/** What the controls of every app are called. */
export const controlWords = {
  cancel: 'Cancel',
  confirm: 'Confirm',
  close: 'Close',
};
