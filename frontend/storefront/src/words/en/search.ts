/** Texts of the search bar. */
export const searchWords = {
  allProducts: 'All products',
  moreProducts: 'More products…',
  choose: 'Choose a product to open its page',
  label: 'Search products',
  placeholder: 'Search karela, moringa, B12…',
  search: 'Search',
  failed: 'The search could not be loaded. Please check your connection and try again.',
};
