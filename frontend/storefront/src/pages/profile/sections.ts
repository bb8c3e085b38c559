/** The sections of an account, each on its own page below `/account`. */
export const sections = ['addresses', 'details', 'reviews', 'data'] as const;

export type Section = (typeof sections)[number];
