/** Texts on how many packs are left, wherever a product is offered or about to be bought. */
export const stockWords = {
  soldOut: 'Sold out',
  left: (count: number) => `Only ${count} left`,
  /** Behind how many are left. */
  inCart: (count: number) => `, ${count} in your cart`,
  leftIn: (count: number, grams: number) => `Only ${count} left in ${grams} g`,
};
