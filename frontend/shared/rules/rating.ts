/** Formats a rating, or a mean of ratings, with at most one decimal. */
export function formatRating(rating: number): string {
  return String(Math.round(rating * 10) / 10);
}
