import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { profileWords } from '#words/profile';
import { reviewsWords } from '#words/reviews';
import { notifySuccess } from '../../messages/notify';
import { loadOwnReviews, useOwnReviews } from '../../stores/own_reviews';
import button from 'shared/ui/button.module.css';
import ReviewDialog from '../review/ReviewDialog';
import styles from './ChangeReview.module.css';

const texts = reviewsWords;

/** Says that a review is the shopper's own, or why it is not shown, and lets them change it; nothing at everybody else's. */
export default function ChangeReview({ id }: { id: string }) {
  const own = useOwnReviews((reviews) => reviews[id]);
  const [open, setOpen] = useState(false);
  // Each opening begins with what the review says then.
  const [openings, setOpenings] = useState(0);
  const changed = useRef(false);

  useEffect(() => {
    void loadOwnReviews();
  }, []);

  // Once the dialog is closed: with it went its place for messages.
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
