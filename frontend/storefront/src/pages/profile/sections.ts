/** What an account keeps, each on a page of its own below `/account`. */
export const sections = ['addresses', 'details', 'reviews', 'data'] as const;

export type Section = (typeof sections)[number];
