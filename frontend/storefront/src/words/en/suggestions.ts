/** Texts of what the search bar suggests, which come with it. */
export const suggestionWords = {
  suggestions: 'Suggestions',
  noSuggestions: 'Suggestions cannot be had just now. The search itself may work.',
};
