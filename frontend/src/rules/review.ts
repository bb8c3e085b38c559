import type { ReviewForm } from '../api/types';
import { reviewsWords } from '#words/reviews';
import { findProblems, type Problems } from './field_problems';

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

/** A review that has no problem as it is sent: trimmed, its rating in steps of 0.1. */
export function reviewForm(draft: ReviewDraft): ReviewForm {
  return {
    name: draft.name.trim(),
    productname: draft.productname.trim(),
    review: draft.review.trim(),
    rating: Math.round(Number(draft.rating) * 10) / 10,
  };
}
