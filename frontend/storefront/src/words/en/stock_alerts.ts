/** Texts of the stock alert: one mail when a sold-out pack is back. */
export const stockAlertWords = {
  tellMe: 'Tell me when it is back',
  tellMeOf: (pack: string) => `Tell me when it is back: ${pack}`,
  formOf: (pack: string) => `Be told when ${pack} is back`,
  email: 'Email',
  hint: 'One email, then your address is deleted.',
  send: 'Tell me',
  sending: 'One moment…',
  loading: 'One moment…',
  asked: (email: string) => `We will email ${email} once, when it is back.`,
  emailRequired: 'Email is required',
  emailInvalid: 'Enter a valid email address',
};
