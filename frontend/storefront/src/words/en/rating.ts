/** Texts of ratings; apart from the reviews' own, which the first screen does without. */
export const ratingWords = {
  stars: (rating: string) => `${rating} out of 5`,
  count: (count: number) => (count === 1 ? '1 review' : `${count} reviews`),
};
