import { createReview } from '../../api/client';
import { ApiError, ConnectionError, NOT_LOGGED_IN } from '../../api/errors';
import { useForm } from '../../forms/use_form';
import { reviewsWords } from '#words/reviews';
import { useLoginFirst } from '../../navigation/use_login_first';
import { notifySuccess } from '../../notify';
import { checkReview, reviewFields, reviewForm } from '../../rules/review';
import { loadReviews } from '../../stores/reviews';
import { reviewDraft } from './draft';

const texts = reviewsWords;

/** Checks the review and sends it. */
export function useReviewForm() {
  const { leaving, onRefusal } = useLoginFirst();
  const form = useForm({
    fields: reviewFields,
    values: reviewDraft.useDraft((state) => state.values),
    setField: reviewDraft.setField,
    check: checkReview,
    wordsOf: (broken) => broken.join(', '),
    async send(values) {
      await createReview(reviewForm(values));
      kept();
    },
    refusalOf,
    onRefusal,
    leaving,
  });
  return { ...form, leaving };
}

function kept() {
  reviewDraft.clear();
  notifySuccess(texts.submitted);
  // The review is kept; should the list not come, it is there with the next start.
  loadReviews({ fresh: true }).catch(() => {});
}

function refusalOf(error: unknown): string {
  if (error instanceof ConnectionError) return texts.noAnswer;
  if (!(error instanceof ApiError)) return texts.notSubmitted;
  if (error.status === NOT_LOGGED_IN) return texts.pleaseLogIn;
  if (error.status > 201 && error.status < 300) return texts.unexpected;
  return error.message || texts.notSubmitted;
}
