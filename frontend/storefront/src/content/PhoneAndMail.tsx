import type { ReactNode } from 'react';
import { shop, when } from '#content/shop';
import { Icon } from '../ui/Icon';

/** Links that reach a person at once. */
const ways = [
  ['phone', shop.phone],
  ['mail', shop.mail],
] as const;

interface PhoneAndMailProps {
  /** True to make each an item of a list. */
  asItems?: boolean;
}

/** Links to the shop's phone and email address. */
export function PhoneAndMail({ asItems = false }: PhoneAndMailProps): ReactNode {
  return ways.map(([icon, { display, href }]) => {
    const link = (
      <a key={icon} href={href}>
        <Icon name={icon} size={20} />
        {display}
      </a>
    );
    return when<ReactNode>(display, asItems ? <li key={icon}>{link}</li> : link, null);
  });
}
