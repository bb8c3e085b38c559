/** A rating, or a mean of ratings, as it is shown: to one decimal, and none where it is whole. */
export function formatRating(rating: number): string {
  return String(Math.round(rating * 10) / 10);
}
