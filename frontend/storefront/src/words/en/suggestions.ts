/** Texts of what the search bar suggests, which come with it. */
export const suggestionWords = {
  suggestions: 'Suggestions',
  noSuggestions: 'Suggestions are not available right now. The search itself may work.',
};
