import { reviewsWords } from '#words/reviews';
import { Field } from 'shared/ui/Field';
import { Rating } from '../../product/Rating';
import styles from './RatingField.module.css';

const texts = reviewsWords;
const MAX = 5;
/** The width of a star, in pixels. */
const STAR = 34;
const stars = [1, 2, 3, 4, MAX];

interface RatingFieldProps {
  name: string;
  value: string;
  problem: string | undefined;
  required: boolean;
  readOnly: boolean;
  onChange: (value: string) => void;
}

/** The rating as a number field, beside stars that can be tapped. */
export function RatingField(props: RatingFieldProps) {
  const typed = Number(props.value);
  const rating = typed >= 0 && typed <= MAX ? typed : 0;
  return (
    <div className={styles.rating}>
      <Field
        {...props}
        label={texts.rating}
        hint={texts.ratingHint}
        autoComplete="off"
        type="number"
        inputMode="decimal"
        min={0}
        max={MAX}
        step={0.1}
      />
      {/* Hidden from screen readers and keyboards, because the number field does the same. */}
      <div className={styles.stars} aria-hidden="true">
        <Rating rating={rating} size={STAR} />
        {stars.map((star) => (
          <button
            key={star}
            type="button"
            tabIndex={-1}
            aria-label={String(star)}
            disabled={props.readOnly}
            onClick={() => props.onChange(String(star))}
          />
        ))}
      </div>
    </div>
  );
}
