import { formatRating } from 'shared/rules/rating';
import { Stars } from 'shared/ui/Stars';
import { ratingWords } from '#words/rating';

/** A product's rating as stars, with a number for screen readers. */
export function Rating(props: { rating: number; size?: number }) {
  return <Stars {...props} label={ratingWords.stars(formatRating(props.rating))} />;
}
