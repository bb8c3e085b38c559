import type { Variant } from '../api/types';

/** The stock of a pack. A gateway of the previous version sends none; it may still answer during a release. */
type PackStock = Partial<Pick<Variant, 'availability' | 'left'>>;

/** The number of packs available. The shop counts them only if few are left. */
export function packsLeft({ availability, left = Infinity }: PackStock): number {
  return availability === 'sold_out' ? 0 : left;
}

/** True if all packs of a product are sold out. */
export function isSoldOut(variants: readonly PackStock[]): boolean {
  return variants.length > 0 && variants.every((variant) => packsLeft(variant) === 0);
}
