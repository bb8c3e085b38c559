import type { OwnReview, ReviewChange, ReviewForm } from '../api/types';
import { reviewsWords } from '#words/reviews';
import { findProblems, type Problems } from 'shared/forms/problems';

/** The fields of the review form, in its order. Named as the payload names them. */
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
    // An empty text is the number 0 to JavaScript.
    const stars = rating ? Number(rating) : Number.NaN;
    return stars >= 0 && stars <= 5 ? undefined : texts.ratingInvalid;
  },
};

/** What is wrong with a review, field by field. */
export function checkReview(draft: ReviewDraft): Problems<ReviewField> {
  return findProblems(reviewFields, (field) => checks[field](draft[field].trim()));
}

/** The fields of a review that its writer may change. */
export const changeFields = ['review', 'rating'] as const;

export type ChangeField = (typeof changeFields)[number];
export type ChangeDraft = Readonly<Record<ChangeField, string>>;

/** What is wrong with a change, field by field. */
export function checkChange(draft: ChangeDraft): Problems<ChangeField> {
  return findProblems(changeFields, (field) => checks[field](draft[field].trim()));
}

/** What a change of a review begins with: what it says now. */
export function changeDraft({ review, rating }: OwnReview): ChangeDraft {
  return { review, rating: String(rating) };
}

/** A change that has no problem as it is sent, of a review as it was seen. */
export function reviewChange({ review, rating }: ChangeDraft, { version }: OwnReview): ReviewChange {
  return { version, review: review.trim(), rating: toTenths(rating) };
}

/** A review that has no problem as it is sent: trimmed, its rating in steps of 0.1. */
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
