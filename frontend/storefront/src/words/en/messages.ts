/** What is said around messages. */
export const messagesWords = {
  area: 'Messages',
  close: 'Close',
};
