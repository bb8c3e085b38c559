import type { Variant } from '../api/types';

/** What the shop tells of a pack's stock. A gateway of the version before, which a release leaves to answer a while, tells nothing. */
type Standing = Partial<Pick<Variant, 'availability' | 'left'>>;

/** How many packs can be had; the shop counts them only when they are few. */
export function packsLeft({ availability, left = Infinity }: Standing): number {
  return availability === 'sold_out' ? 0 : left;
}

/** Whether a product comes in packs of which none can be had. */
export function isSoldOut(variants: readonly Standing[]): boolean {
  return variants.length > 0 && variants.every((variant) => packsLeft(variant) === 0);
}
