import { emptyReview, type ReviewField } from '../../rules/review';
import { createDraft } from '../../stores/draft';

/** The review that is being written. */
export const reviewDraft = createDraft<ReviewField>('review', emptyReview);
