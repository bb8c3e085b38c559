/** The titles of the four policies. */
export const policyTitles = {
  privacy: 'Privacy Policy',
  returnPolicy: 'Returns Policy',
  terms: 'Terms of Service',
  shipping: 'Shipping Policy',
};

/** Texts around the policies. The policies themselves are in `content/policies`. */
export const policiesWords = {
  effective: (date: string) => `Effective ${date}`,
  inShort: 'In short',
  onThisPage: 'On this page',
  questions: 'Questions about this page?',
  reachUs: 'A person reads every message and answers the telephone.',
  others: 'The other policies',
};
