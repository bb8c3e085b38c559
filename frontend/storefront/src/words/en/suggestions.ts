/** Texts of the search suggestions. They load with their code. */
export const suggestionWords = {
  suggestions: 'Suggestions',
  noSuggestions: 'Suggestions are not available right now. The search itself may work.',
};
