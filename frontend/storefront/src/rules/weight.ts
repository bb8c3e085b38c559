import { packWords } from '#words/pack';

/** The weight of a pack as a shopper reads it. */
export function packLabel(weightInGrams: number): string {
  return packWords.weight(weightInGrams);
}
