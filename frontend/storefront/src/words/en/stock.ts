/** Texts on how many packs are left, wherever a product is offered or about to be bought. */
export const stockWords = {
  soldOut: 'Sold out',
  left: (count: number) => `Only ${count} left`,
  leftIn: (count: number, grams: number) => `Only ${count} left in ${grams} g`,
};
