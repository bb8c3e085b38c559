import { messages } from '../messages';
import { paths } from '../paths';

/** The pages of the main navigation besides home and the products. */
export const pageLinks: readonly { label: string; path: string }[] = [
  { label: messages.chrome.testimonials, path: paths.testimonials },
  { label: messages.chrome.reviews, path: paths.reviewForm },
  { label: messages.chrome.contact, path: paths.contact },
];
