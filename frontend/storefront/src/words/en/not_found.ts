/** Texts of the not-found page. */
export const notFoundWords = {
  heading: 'Sacred Page Not Found',
  text: 'This page does not exist, or the link is wrong.',
  nothingFor: (query: string) => `We looked for “${query}” and found no powder of that name.`,
  searchHint: 'Try the herb’s name in English or Hindi, such as karela, drumstick or holy basil.',
  offered: 'Perhaps one of these?',
  all: 'See all powders',
  home: 'Back to Home',
};
