import { chromeMessages } from '../messages/chrome';
import { paths } from '../paths';

/** The pages of the main navigation besides home and the products. */
export const pageLinks: readonly { label: string; path: string }[] = [
  { label: chromeMessages.testimonials, path: paths.testimonials },
  { label: chromeMessages.reviews, path: paths.reviewForm },
  { label: chromeMessages.contact, path: paths.contact },
];
