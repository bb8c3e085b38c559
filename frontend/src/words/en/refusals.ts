/**
 * What the shop's services refuse without saying which value is wrong, by the status of their answer. They say it in English
 * themselves, and nearer to what was asked; these are for every other language.
 */
export const refusalWords: Readonly<Record<number, string>> = {
  401: 'Please log in first.',
  404: 'The shop does not find that.',
  409: 'This was changed meanwhile. Please look at it again.',
  413: 'This is too long to be sent.',
  429: 'That was too often. Please wait a few minutes, then try again.',
  503: 'The shop cannot answer right now. Please try again in a moment.',
};

/** A secret that is another one, which the services call an unknown value. */
export const secretWords: Readonly<Record<string, string>> = {
  code: 'This code is wrong or has expired. Please ask for a new one.',
  password: 'The password is incorrect.',
};

/** What is wrong with all that was sent, told apart by what comes with the refusal. */
export const changedWords = {
  tooFew: 'Fewer packs are left than you asked for. The lines say how many.',
  otherPrices: 'Prices have changed. The cart has the new ones. Please look at the total and try again.',
};
