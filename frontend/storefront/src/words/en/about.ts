/** Texts around the brand's story. The story itself is in `content`. */
export const aboutWords = {
  eyebrow: 'About us',
  stepsHeading: 'How a pack comes about',
  factsHeading: 'Counted so far',
  factsNote: 'Sample figures of a sample shop.',
  facts: {
    customers: { label: 'Happy customers', unit: 'M+' },
    orders: { label: 'Orders delivered', unit: 'M+' },
    satisfaction: { label: 'Customer satisfaction', unit: '%+' },
    products: { label: 'Products', unit: '+' },
  },
  toShop: 'See the powders',
};
