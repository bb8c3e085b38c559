import * as v from 'valibot';
import type { Order } from '../api/types';

/**
 * The weight of a small carton with filling, tape and label, in grams. Carriers charge in steps of 500 g and weigh again, so the proposal
 * is rather too high. The scale decides.
 */
const CARTON_GRAMS = 120;

/** The weight of an empty pouch, in grams. A pack's own weight counts only its content. */
const POUCH_GRAMS = 10;

/** The limits of a parcel's weight, in grams, the same as in the order service. */
const LIGHTEST = 1;
const HEAVIEST = 50_000;

const BOUNDS = 'A parcel weighs 1 g to 50 kg. Enter its grams, such as 540.';

/** The weight of a parcel in grams; undefined if the field is empty, because the parcel was not weighed. */
export const weightRule = v.union(
  [
    v.pipe(
      v.string(),
      v.trim(),
      v.literal(''),
      v.transform(() => undefined),
    ),
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^\d{1,6}$/, BOUNDS),
      v.transform(Number),
      v.minValue(LIGHTEST, BOUNDS),
      v.maxValue(HEAVIEST, BOUNDS),
    ),
  ],
  BOUNDS,
);

type PackedLine = Pick<Order['lines'][number], 'weightInGrams' | 'quantity'>;

/** Estimates the weight of an order's parcel, in grams: its packs and its packaging. */
export function proposedWeight({ lines }: { lines: readonly PackedLine[] }): number {
  const packs = lines.reduce(
    (sum, { weightInGrams, quantity }) => sum + (weightInGrams + POUCH_GRAMS) * quantity,
    CARTON_GRAMS,
  );
  return Math.min(packs, HEAVIEST);
}

/** Returns `540 g` or `1.24 kg`, not rounded and with a no-break space. */
export function parcelWords(grams: number): string {
  return grams < 1000 ? `${grams}\u00A0g` : `${grams / 1000}\u00A0kg`;
}

/** Returns the total weight, such as `3.2 kg`, and how many parcels were not weighed. Undefined if none was weighed. */
export function totalWords(orders: readonly Order[]): string | undefined {
  const weights = orders.flatMap(({ parcelWeightInGrams }) => parcelWeightInGrams ?? []);
  if (weights.length === 0) return undefined;
  const total = parcelWords(weights.reduce((sum, grams) => sum + grams, 0));
  const unknown = orders.length - weights.length;
  return unknown === 0 ? total : `${total} without ${unknown} not weighed`;
}
