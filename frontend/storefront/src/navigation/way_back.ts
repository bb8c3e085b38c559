import type { Location, Path } from 'react-router';
import { paths } from '../paths';

/** The state of a navigation to the login that brings the shopper back to this place. */
export function backTo({ pathname, search }: Pick<Path, 'pathname' | 'search'>): { back: string } {
  return { back: pathname + search };
}

/** The path after a login: the place that the shopper came from, or home. */
export function wayBack({ state }: Location): string {
  return typeof state?.back === 'string' ? state.back : paths.home;
}
