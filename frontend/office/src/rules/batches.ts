import type { ReservedPacks } from '../api/packing';
import type { OrderLine } from '../api/types';

/** The reserved packs of a line, the first to expire first. */
export function packsOfLine(
  packs: readonly ReservedPacks[],
  { productId, weightInGrams }: Pick<OrderLine, 'productId' | 'weightInGrams'>,
): ReservedPacks[] {
  return packs.filter((each) => each.productId === productId && each.weightInGrams === weightInGrams);
}

/** `K-2611`, or `K-2611, shelf A 3`. */
export function batchWords({ batchNumber, shelf }: Pick<ReservedPacks, 'batchNumber' | 'shelf'>): string {
  return shelf ? `${batchNumber}, shelf ${shelf}` : batchNumber;
}

/** `Batch K-2611, shelf A 3`; of several batches with how many of each. Nothing where none is known. */
export function batchesWords(packs: readonly ReservedPacks[]): string {
  const [first, ...others] = packs;
  if (!first) return '';
  if (others.length === 0) return `Batch ${batchWords(first)}`;
  return packs.map((each) => `${each.quantity} of batch ${batchWords(each)}`).join('; ');
}

/** The packs of several orders by their batches, each batch once. */
export function sumOfBatches(packs: readonly ReservedPacks[]): ReservedPacks[] {
  const sums = new Map<string, ReservedPacks>();
  for (const each of packs) {
    const quantity = (sums.get(each.batchId)?.quantity ?? 0) + each.quantity;
    sums.set(each.batchId, { ...each, quantity });
  }
  return [...sums.values()].sort((a, b) => a.bestBefore.localeCompare(b.bestBefore));
}
