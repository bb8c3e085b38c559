/** The labels of the controls of every app. */
export const controlWords = {
  cancel: 'Cancel',
  confirm: 'Confirm',
  close: 'Close',
};
