import { useState } from 'react';
import { shopperMessage } from '../../api/errors';
import type { OwnReview } from '../../api/types';
import { useForm } from '../../forms/use_form';
import { reviewsWords } from '#words/reviews';
import { type ChangeDraft, changeDraft, changeFields, checkChange, reviewChange } from '../../rules/review';
import { changeOwnReview, keepOwn } from '../../stores/own_reviews';
import { noticeLogout } from '../../stores/notice_logout';
import { keptReview } from './kept_review';

interface ChangeSetup {
  /** The review as the shopper saw it. */
  review: OwnReview;
  /** Text already written. Default: the current review. */
  draft?: ChangeDraft | undefined;
  onChanged: () => void;
}

/** Checks and sends a change of a review. If the review was changed elsewhere, its current version is shown and can be saved again. */
export function useChangeReview({ review, draft, onChanged }: ChangeSetup) {
  const [opened] = useState(review);
  const [seen, setSeen] = useState(review);
  const [values, setValues] = useState(draft ?? changeDraft(review));
  const form = useForm({
    fields: changeFields,
    values,
    setField: (field, value) => setValues((known) => ({ ...known, [field]: value })),
    check: checkChange,
    async send(typed) {
      await changeOwnReview(seen._id, reviewChange(typed, seen));
      onChanged();
    },
    refusalOf: (error) => shopperMessage(error) || reviewsWords.notChanged,
    onRefusal(error) {
      const kept = keptReview(error);
      if (kept) {
        keepOwn(kept);
        setSeen(kept);
      }
      noticeLogout(error);
    },
  });
  return { ...form, seen, isAnother: seen !== opened };
}
