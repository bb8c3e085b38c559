import { footerWords } from '#words/footer';
import { paths } from '../paths';

/** A link in the footer. */
export interface FooterLink {
  label: string;
  path: string;
}

/** The pages that most shoppers want from the footer. */
export const quickLinks: readonly FooterLink[] = [
  { label: footerWords.home, path: paths.home },
  { label: footerWords.shop, path: paths.shop },
  { label: footerWords.about, path: paths.about },
  { label: footerWords.blog, path: paths.blog },
  { label: footerWords.testimonials, path: paths.testimonials },
  { label: footerWords.reviews, path: paths.reviewForm },
  { label: footerWords.faqs, path: paths.faq },
  { label: footerWords.contact, path: paths.contact },
  { label: footerWords.track, path: paths.track },
  { label: footerWords.orders, path: paths.account },
];

/** The policy pages. */
export const policyLinks: readonly FooterLink[] = [
  { label: footerWords.shipping, path: paths.shipping },
  { label: footerWords.returns, path: paths.returnPolicy },
  { label: footerWords.privacy, path: paths.privacy },
  { label: footerWords.terms, path: paths.terms },
];
