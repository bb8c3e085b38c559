import * as v from 'valibot';
import type { Order } from '../api/types';

/**
 * Grams of a small carton with its filling, tape and label. Carriers charge by steps of 500 g and weigh anew, so what is proposed errs
 * rather upwards; the scale decides.
 */
const CARTON_GRAMS = 120;

/** Grams of an empty pouch: a pack's own weight is what is in it. */
const POUCH_GRAMS = 10;

/** Grams that a parcel may weigh, as the order service takes them. */
const LIGHTEST = 1;
const HEAVIEST = 50_000;

const BOUNDS = 'A parcel weighs 1 g to 50 kg. Enter its grams, such as 540.';

/** What a parcel weighs, in grams; nothing when the field is empty, for nobody has weighed it. */
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

/** What the parcel of an order weighs likely, in grams: its packs and what is around them. */
export function proposedWeight({ lines }: Pick<Order, 'lines'>): number {
  const packs = lines.reduce(
    (sum, { weightInGrams, quantity }) => sum + (weightInGrams + POUCH_GRAMS) * quantity,
    CARTON_GRAMS,
  );
  return Math.min(packs, HEAVIEST);
}

/** `540 g`, `1.24 kg`, of which no part wraps; never rounded. */
export function parcelWords(grams: number): string {
  return grams < 1000 ? `${grams}\u00A0g` : `${grams / 1000}\u00A0kg`;
}

/** What these parcels weigh together, `3.2 kg`; and for how many that is not known. Nothing when it is known of none. */
export function totalWords(orders: readonly Order[]): string | undefined {
  const weights = orders.flatMap(({ parcelWeightInGrams }) => parcelWeightInGrams ?? []);
  if (weights.length === 0) return undefined;
  const total = parcelWords(weights.reduce((sum, grams) => sum + grams, 0));
  const unknown = orders.length - weights.length;
  return unknown === 0 ? total : `${total} without ${unknown} not weighed`;
}
