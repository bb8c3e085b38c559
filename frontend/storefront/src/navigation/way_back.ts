import type { Location, Path } from 'react-router';
import { paths } from '../paths';

/** The state of a navigation to the login, from which the shopper comes back to this place. */
export function backTo({ pathname, search }: Pick<Path, 'pathname' | 'search'>): { back: string } {
  return { back: pathname + search };
}

/** Where a login leads: back to where the shopper was sent from, and otherwise home. */
export function wayBack({ state }: Location): string {
  return typeof state?.back === 'string' ? state.back : paths.home;
}
