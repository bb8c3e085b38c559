import { useState } from 'react';
import { createReview } from '../../api/client';
import { ApiError, ConnectionError, NOT_LOGGED_IN } from '../../api/errors';
import type { OwnReview } from '../../api/types';
import { useForm } from '../../forms/use_form';
import { profileWords } from '#words/profile';
import { reviewsWords } from '#words/reviews';
import { useLoginFirst } from '../../navigation/use_login_first';
import { notifySuccess } from '../../messages/notify';
import { checkReview, reviewFields, reviewForm } from '../../rules/review';
import { productReviews } from '../../stores/product_reviews';
import { invalidate } from '../../stores/resource_changes';
import { loadReviews } from '../../stores/reviews';
import { reviewDraft } from './draft';
import { keptReview } from './kept_review';

const texts = reviewsWords;

/** Checks and sends a review. An existing review of the same pack prevents a second one. */
export function useReviewForm() {
  const [kept, setKept] = useState<OwnReview>();
  const { leaving, onRefusal } = useLoginFirst();
  const form = useForm({
    fields: reviewFields,
    values: reviewDraft.useDraft((state) => state.values),
    setField: reviewDraft.setField,
    check: checkReview,
    wordsOf: (broken) => broken.join(', '),
    async send(values) {
      let isHeld: boolean;
      try {
        isHeld = await createReview(reviewForm(values));
      } catch (error) {
        const inTheWay = keptReview(error);
        if (!inTheWay) throw error;
        setKept(inTheWay);
        return;
      }
      reviewDraft.clear();
      notifySuccess(isHeld ? profileWords.submittedAndHeld : texts.submitted);
      // The review is saved. If this load fails, the next start shows it.
      loadReviews({ fresh: true }).catch(() => {});
      invalidate(productReviews, values.productname);
    },
    refusalOf,
    onRefusal,
    leaving,
  });
  return { ...form, leaving, kept, forget: () => setKept(undefined) };
}

function refusalOf(error: unknown): string {
  if (error instanceof ConnectionError) return texts.noAnswer;
  if (!(error instanceof ApiError)) return texts.notSubmitted;
  if (error.status === NOT_LOGGED_IN) return texts.pleaseLogIn;
  if (error.status > 201 && error.status < 300) return texts.unexpected;
  return error.message || texts.notSubmitted;
}
