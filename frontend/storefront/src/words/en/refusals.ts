/** Texts by error code, with the values of the error. */
export type ReasonWords = Readonly<Record<string, (values: Readonly<Record<string, number>>) => string>>;

/** Texts for errors that name no field, by code. The services' own English messages are more specific; these are for other languages. */
export const refusalWords: ReasonWords = {
  NOT_LOGGED_IN: () => 'Please log in first.',
  NOT_FOUND: () => 'This was not found.',
  CONFLICT: () => 'This was changed meanwhile. Please look at it again.',
  KEY_REUSED: () => 'This order was already sent with other details. Please check out again.',
  OUT_OF_STOCK: () => 'Fewer packs are left than you asked for. The lines say how many.',
  PRICE_CHANGED: () =>
    'Prices have changed. The cart has the new ones. Please look at the total and try again.',
  NOT_SOLD: () => 'Something in the cart is not sold any more. Please look at the cart and try again.',
  PREPAYMENT_ASKED: () =>
    'An order of this size is paid online, or placed with an account. Pay online, log in, or order fewer packs.',
  TOO_MANY_UNCONFIRMED: () =>
    'Many packs are reserved for orders that the shop has not confirmed. Log in or pay online to order, or try again later.',
  TOO_LATE: () => 'A pack can be returned within 30 days of delivery. That time is over.',
  TOO_MANY: () => 'You have saved as many as possible. Please delete one first.',
  TOO_LARGE: () => 'This is too long. Please shorten it.',
  TOO_OFTEN: ({ retryAfterSeconds = 120 }) =>
    retryAfterSeconds < 60
      ? `That was too often. Please wait ${retryAfterSeconds} seconds, then try again.`
      : `That was too often. Please wait ${Math.ceil(retryAfterSeconds / 60)} minutes, then try again.`,
  BUSY: () => 'Many people are here right now. Please try again in a moment.',
  UNKNOWN_PINCODE: () => 'The shop does not know this pincode. Please check it.',
  UNAVAILABLE: () => 'The shop cannot answer right now. Please try again in a moment.',
};

/** Texts for a wrong code or password, which the services report as a wrong value. */
export const secretWords: Readonly<Record<string, string>> = {
  code: 'This code is wrong or has expired. Please ask for a new one.',
  password: 'The password is incorrect.',
};
