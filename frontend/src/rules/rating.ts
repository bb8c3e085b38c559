/** A rating, or a mean of ratings, as it is shown: to one decimal, and none where it is whole. */
export function formatRating(rating: number): string {
  return String(Math.round(rating * 10) / 10);
}

/** The mean of ratings; 0 when there are none. */
export function averageRating(reviews: readonly { rating: number }[]): number {
  if (reviews.length === 0) return 0;
  return reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length;
}
