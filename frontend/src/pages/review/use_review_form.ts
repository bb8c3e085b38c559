import { useState } from 'react';
import { createReview } from '../../api/client';
import { ApiError, ConnectionError } from '../../api/errors';
import { useLoginFirst } from '../../navigation/use_login_first';
import { reviewsMessages } from '../../messages/reviews';
import { notifyError, notifySuccess } from '../../notify';
import { type Problems, problemsOf } from '../../rules/field_problems';
import { checkReview, reviewFields, type ReviewField, reviewForm } from '../../rules/review';
import { loadReviews } from '../../stores/reviews';
import { useProblems } from '../../ui/use_problems';
import { reviewDraft } from './draft';

const texts = reviewsMessages;
const NOT_LOGGED_IN = 401;

/** Checks the review and sends it. */
export function useReviewForm() {
  const values = reviewDraft.useDraft((state) => state.values);
  const { problems, setProblems } = useProblems(values, checkReview);
  const [sending, setSending] = useState(false);
  const { leaving, goToLogin } = useLoginFirst();

  /** Answers what is wrong with the review, so that the form can move the focus there. */
  async function submit(): Promise<Problems<ReviewField>> {
    if (sending || leaving) return {};
    const found = checkReview(values);
    setProblems(found, values);
    const broken = Object.values(found);
    if (broken.length > 0) {
      notifyError(broken.join(', '));
      return found;
    }
    setSending(true);
    try {
      await createReview(reviewForm(values));
      kept();
      return {};
    } catch (error) {
      return refused(error);
    } finally {
      setSending(false);
    }
  }

  function refused(error: unknown): Problems<ReviewField> {
    notifyError(refusal(error));
    if (!(error instanceof ApiError)) return {};
    if (error.status === NOT_LOGGED_IN) goToLogin();
    const found = problemsOf(reviewFields, error.fieldErrors);
    setProblems(found, values);
    return found;
  }

  return { values, problems, sending, leaving, submit };
}

function kept() {
  reviewDraft.clear();
  notifySuccess(texts.submitted);
  // The review is kept; should the list not come, it is there with the next start.
  loadReviews({ fresh: true }).catch(() => {});
}

function refusal(error: unknown): string {
  if (error instanceof ConnectionError) return texts.noAnswer;
  if (!(error instanceof ApiError)) return texts.notSubmitted;
  if (error.status === NOT_LOGGED_IN) return texts.pleaseLogIn;
  if (error.status > 201 && error.status < 300) return texts.unexpected;
  return error.message || texts.notSubmitted;
}
