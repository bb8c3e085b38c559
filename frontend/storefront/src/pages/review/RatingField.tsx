import { reviewsWords } from '#words/reviews';
import { Field } from 'shared/ui/Field';
import { Rating } from '../../product/Rating';
import styles from './RatingField.module.css';

const texts = reviewsWords;
const MAX = 5;

interface RatingFieldProps {
  name: string;
  value: string;
  problem: string | undefined;
  required: boolean;
  readOnly: boolean;
  onChange: (value: string) => void;
}

/** The rating as a number, with the stars it lights beside it. */
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
      {/* The number says the same. */}
      <div className={styles.stars} aria-hidden="true">
        <Rating rating={rating} size={30} />
      </div>
    </div>
  );
}
