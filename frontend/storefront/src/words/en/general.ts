/** Texts that several pages share. */
export const generalWords = {
  somethingWentWrong: 'Something went wrong. Please try again.',
  unreachable: 'The shop cannot be reached. Please check your connection and try again.',
  timedOut: 'The shop took too long to answer. Please try again.',
  continueShopping: 'Continue Shopping',
  loading: 'Loading',
};
