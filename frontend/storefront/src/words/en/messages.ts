/** Labels of the toast area. */
export const messagesWords = {
  area: 'Messages',
  close: 'Close',
};
