import { footerWords } from '#words/footer';
import { paths } from '../paths';

/** A link at the foot of every page. */
export interface FooterLink {
  label: string;
  path: string;
}

/** Where most shoppers want to go from the foot of a page. */
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

/** What the shop promises and asks. */
export const policyLinks: readonly FooterLink[] = [
  { label: footerWords.shipping, path: paths.shipping },
  { label: footerWords.returns, path: paths.returnPolicy },
  { label: footerWords.privacy, path: paths.privacy },
  { label: footerWords.terms, path: paths.terms },
];
