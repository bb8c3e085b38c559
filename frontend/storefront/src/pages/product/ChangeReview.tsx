import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { profileWords } from '#words/profile';
import { reviewsWords } from '#words/reviews';
import { notifySuccess } from '../../messages/notify';
import { loadOwnReviews, useOwnReviews } from '../../stores/own_reviews';
import button from 'shared/ui/button.module.css';
import ReviewDialog from '../review/ReviewDialog';
import styles from './ChangeReview.module.css';

const texts = reviewsWords;

/** Marks the shopper's own review, with its state and a button to change it. Renders nothing for other reviews. */
export default function ChangeReview({ id }: { id: string }) {
  const own = useOwnReviews((reviews) => reviews[id]);
  const [open, setOpen] = useState(false);
  // Each opening starts with the current review.
  const [openings, setOpenings] = useState(0);
  const changed = useRef(false);

  useEffect(() => {
    void loadOwnReviews();
  }, []);

  // Runs after the dialog is closed, because its toast container is gone.
  useLayoutEffect(() => {
    if (open || !changed.current) return;
    changed.current = false;
    notifySuccess(texts.changed);
  }, [open]);

  if (!own) return null;
  return (
    <div className={styles.own}>
      {own.isHeld && <p className={styles.refusal}>{profileWords.notShownYet}</p>}
      {own.refusalReason && <p className={styles.refusal}>{profileWords.notShown(own.refusalReason)}</p>}
      <span>{texts.yours}</span>
      <button
        type="button"
        className={button.quiet}
        aria-haspopup="dialog"
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        {texts.change}
      </button>
      <ReviewDialog
        key={openings}
        review={own}
        open={open}
        onClose={() => setOpen(false)}
        onChanged={() => {
          changed.current = true;
          setOpen(false);
        }}
      />
    </div>
  );
}
