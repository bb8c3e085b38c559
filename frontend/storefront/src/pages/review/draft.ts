import { emptyReview, type ReviewField } from '../../rules/review';
import { createDraft } from '../../stores/draft';

/** The draft of the review. */
export const reviewDraft = createDraft<ReviewField>('review', emptyReview);

let brought = '';

/** Sets the product from a link, unless the shopper has typed a product or a review. */
export function bringProduct(productName: string): void {
  const { productname, review, rating } = reviewDraft.useDraft.getState().values;
  const isTyped = productname !== brought || review || rating;
  if (productname && isTyped) return;
  brought = productName;
  reviewDraft.setField('productname', productName);
}
