/** Texts on the number of packs left, on product pages, cards, cart and checkout. */
export const stockWords = {
  soldOut: 'Sold out',
  left: (count: number) => `Only ${count} left`,
  leftIn: (count: number, grams: number) => `Only ${count} left in ${grams} g`,
};
