import type { OwnReview, ReviewChange, ReviewForm } from '../api/types';
import { reviewsWords } from '#words/reviews';
import { findProblems, type Problems } from 'shared/forms/problems';

/** The fields of the review form in their order, named as in the payload. */
export const reviewFields = ['name', 'productname', 'review', 'rating'] as const;

export type ReviewField = (typeof reviewFields)[number];
export type ReviewDraft = Readonly<Record<ReviewField, string>>;

export const emptyReview: ReviewDraft = { name: '', productname: '', review: '', rating: '' };

const texts = reviewsWords.rules;

const checks: Record<ReviewField, (value: string) => string | undefined> = {
  name: (name) => (name ? undefined : texts.nameRequired),
  productname: (name) => (name ? undefined : texts.productNameRequired),
  review: (review) => (review ? undefined : texts.reviewRequired),
  rating: (rating) => {
    // JavaScript converts an empty text to 0.
    const stars = rating ? Number(rating) : Number.NaN;
    return stars >= 0 && stars <= 5 ? undefined : texts.ratingInvalid;
  },
};

/** Finds the problems of a review, by field. */
export function checkReview(draft: ReviewDraft): Problems<ReviewField> {
  return findProblems(reviewFields, (field) => checks[field](draft[field].trim()));
}

/** The fields of a review that its author may change. */
export const changeFields = ['review', 'rating'] as const;

export type ChangeField = (typeof changeFields)[number];
export type ChangeDraft = Readonly<Record<ChangeField, string>>;

/** Finds the problems of a change, by field. */
export function checkChange(draft: ChangeDraft): Problems<ChangeField> {
  return findProblems(changeFields, (field) => checks[field](draft[field].trim()));
}

/** The initial values of a change: the current review. */
export function changeDraft({ review, rating }: OwnReview): ChangeDraft {
  return { review, rating: String(rating) };
}

/** A valid change for the payload, with the version of the review. */
export function reviewChange({ review, rating }: ChangeDraft, { version }: OwnReview): ReviewChange {
  return { version, review: review.trim(), rating: toTenths(rating) };
}

/** A valid review for the payload: trimmed, with a rating in steps of 0.1. */
export function reviewForm(draft: ReviewDraft): ReviewForm {
  return {
    name: draft.name.trim(),
    productname: draft.productname.trim(),
    review: draft.review.trim(),
    rating: toTenths(draft.rating),
  };
}

function toTenths(rating: string): number {
  return Math.round(Number(rating) * 10) / 10;
}
