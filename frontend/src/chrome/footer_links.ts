import { footerMessages } from '../messages/footer';
import { paths } from '../paths';

/** A link at the foot of every page. */
export interface FooterLink {
  label: string;
  path: string;
}

/** Where most shoppers want to go from the foot of a page. */
export const quickLinks: readonly FooterLink[] = [
  { label: footerMessages.home, path: paths.home },
  { label: footerMessages.shop, path: paths.shop },
  { label: footerMessages.about, path: paths.about },
  { label: footerMessages.blog, path: paths.blog },
  { label: footerMessages.testimonials, path: paths.testimonials },
  { label: footerMessages.reviews, path: paths.reviewForm },
  { label: footerMessages.faqs, path: paths.faq },
  { label: footerMessages.contact, path: paths.contact },
];

/** What the shop promises and asks. */
export const policyLinks: readonly FooterLink[] = [
  { label: footerMessages.shipping, path: paths.shipping },
  { label: footerMessages.returns, path: paths.returnPolicy },
  { label: footerMessages.privacy, path: paths.privacy },
  { label: footerMessages.terms, path: paths.terms },
];
