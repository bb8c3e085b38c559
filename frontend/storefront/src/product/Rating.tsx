import { formatRating } from 'shared/rules/rating';
import { Stars } from 'shared/ui/Stars';
import { ratingWords } from '#words/rating';

/** A rating of a product as stars, read out as a number. */
export function Rating(props: { rating: number; size?: number }) {
  return <Stars {...props} label={ratingWords.stars(formatRating(props.rating))} />;
}
