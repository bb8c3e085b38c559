import { emptyReview, type ReviewField } from '../../rules/review';
import { createDraft } from '../../stores/draft';

/** The review that is being written. */
export const reviewDraft = createDraft<ReviewField>('review', emptyReview);

let brought = '';

/** Names the product that a link brings along, unless that would overwrite what was typed, or say it of another product. */
export function bringProduct(productName: string): void {
  const { productname, review, rating } = reviewDraft.useDraft.getState().values;
  const isTyped = productname !== brought || review || rating;
  if (productname && isTyped) return;
  brought = productName;
  reviewDraft.setField('productname', productName);
}
