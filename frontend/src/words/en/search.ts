/** Texts of the search bar. */
export const searchWords = {
  allProducts: 'All products',
  choose: 'Choose a product to open its page',
  label: 'Search products',
  placeholder: 'Search karela, moringa, B12…',
  search: 'Search',
  suggestions: 'Suggestions',
  failed: 'The search could not be loaded. Please check your connection and try again.',
};
