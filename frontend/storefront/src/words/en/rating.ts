/** Texts of ratings. Separate from the reviews', which the first screen does not load. */
export const ratingWords = {
  stars: (rating: string) => `${rating} out of 5`,
  count: (count: number) => (count === 1 ? '1 review' : `${count} reviews`),
};
