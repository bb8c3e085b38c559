import { packWords } from '#words/pack';

/** The label for the weight of a pack. */
export function packLabel(weightInGrams: number): string {
  return packWords.weight(weightInGrams);
}
