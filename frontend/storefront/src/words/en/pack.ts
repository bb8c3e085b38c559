/** How a pack is told from others of its product. */
export const packWords = {
  weight: (grams: number) => `${grams} g`,
};
