import { shop } from '#content/shop';
import { chromeWords } from '#words/chrome';
import { paths } from '../paths';
import type { IconName } from '../ui/Icon';

/** The pages of the main navigation besides home and the products. */
export const pageLinks: readonly { label: string; path: string }[] = [
  { label: chromeWords.testimonials, path: paths.testimonials },
  { label: chromeWords.reviews, path: paths.reviewForm },
  { label: chromeWords.contact, path: paths.contact },
];

/** The pages about the shop, on the top bar and in the drawer. */
export const infoLinks: readonly { label: string; path: string }[] = [
  { label: chromeWords.about, path: paths.about },
  { label: chromeWords.returns, path: paths.returnPolicy },
  { label: chromeWords.faqs, path: paths.faq },
];

/** The contact links of the Help Center menu. */
export const helpLinks: readonly { label: string; href: string; icon: IconName }[] = [
  { label: chromeWords.callCenter, href: shop.phone.href, icon: 'phone' },
  { label: chromeWords.liveChat, href: shop.chat.href, icon: 'chat' },
];
