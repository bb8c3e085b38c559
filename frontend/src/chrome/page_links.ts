import { brand } from '../brand';
import { chromeMessages } from '../messages/chrome';
import { paths } from '../paths';
import type { IconName } from '../ui/Icon';

/** The pages of the main navigation besides home and the products. */
export const pageLinks: readonly { label: string; path: string }[] = [
  { label: chromeMessages.testimonials, path: paths.testimonials },
  { label: chromeMessages.reviews, path: paths.reviewForm },
  { label: chromeMessages.contact, path: paths.contact },
];

/** The pages that tell about the shop: on the top bar, and in the drawer. */
export const infoLinks: readonly { label: string; path: string }[] = [
  { label: chromeMessages.about, path: paths.about },
  { label: chromeMessages.returns, path: paths.returnPolicy },
  { label: chromeMessages.faqs, path: paths.faq },
];

/** How to reach a person, in the Help Center menu. */
export const helpLinks: readonly { label: string; href: string; icon: IconName }[] = [
  { label: chromeMessages.callCenter, href: brand.phone.href, icon: 'phone' },
  { label: chromeMessages.liveChat, href: brand.chat.href, icon: 'chat' },
];
