import { useLayoutEffect, useRef, useState } from 'react';
import type { OwnReview } from '../../api/types';
import { reviewsWords } from '#words/reviews';
import { notifySuccess } from '../../messages/notify';
import type { ChangeDraft } from '../../rules/review';
import { reviewDraft } from './draft';
import ReviewDialog from './ReviewDialog';

interface ReviewInsteadProps {
  /** The existing review. */
  review: OwnReview;
  /** Called when the review was changed or left as it is. */
  onEnd: () => void;
}

/** Offers to replace an existing review by the one just written. */
export default function ReviewInstead({ review, onEnd }: ReviewInsteadProps) {
  const [open, setOpen] = useState(true);
  const [draft] = useState<ChangeDraft>(() => reviewDraft.useDraft.getState().values);
  const changed = useRef(false);

  // Runs after the dialog is closed, because its toast container is gone.
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
