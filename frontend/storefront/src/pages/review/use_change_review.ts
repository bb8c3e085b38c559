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
  /** As the shopper saw it. */
  review: OwnReview;
  /** What they wrote already; without it, it begins with what the review says. */
  draft?: ChangeDraft | undefined;
  onChanged: () => void;
}

/** Checks a change of a review and sends it. One that was changed elsewhere is seen as it stands, and can be saved again. */
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
