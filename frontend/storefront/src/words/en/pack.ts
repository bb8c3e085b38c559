/** The label of a pack. */
export const packWords = {
  weight: (grams: number) => `${grams} g`,
};
