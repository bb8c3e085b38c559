import { useLayoutEffect, useRef, useState } from 'react';
import type { OwnReview } from '../../api/types';
import { reviewsWords } from '#words/reviews';
import { notifySuccess } from '../../messages/notify';
import type { ChangeDraft } from '../../rules/review';
import { reviewDraft } from './draft';
import ReviewDialog from './ReviewDialog';

interface ReviewInsteadProps {
  /** The review that is kept already. */
  review: OwnReview;
  /** It was changed, or is left as it is. */
  onEnd: () => void;
}

/** Offers to put what was just written in the place of a review that is kept already. */
export default function ReviewInstead({ review, onEnd }: ReviewInsteadProps) {
  const [open, setOpen] = useState(true);
  const [draft] = useState<ChangeDraft>(() => reviewDraft.useDraft.getState().values);
  const changed = useRef(false);

  // Once the dialog is closed: with it went its place for messages.
  useLayoutEffect(() => {
    if (open) return;
    if (changed.current) {
      reviewDraft.clear();
      notifySuccess(reviewsWords.changed);
    }
    onEnd();
  }, [open, onEnd]);

  return (
    <ReviewDialog
      review={review}
      draft={draft}
      open={open}
      onClose={() => setOpen(false)}
      onChanged={() => {
        changed.current = true;
        setOpen(false);
      }}
    />
  );
}
