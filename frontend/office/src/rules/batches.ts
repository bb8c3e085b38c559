import type { ReservedPacks } from '../api/packing';
import type { OrderLine } from '../api/types';

/** Returns the reserved packs of an order line. */
export function packsOfLine(
  packs: readonly ReservedPacks[],
  { productId, weightInGrams }: Pick<OrderLine, 'productId' | 'weightInGrams'>,
): ReservedPacks[] {
  return packs.filter((each) => each.productId === productId && each.weightInGrams === weightInGrams);
}

/** Returns `K-2611`, or `K-2611, shelf A 3`. */
export function batchWords({ batchNumber, shelf }: Pick<ReservedPacks, 'batchNumber' | 'shelf'>): string {
  return shelf ? `${batchNumber}, shelf ${shelf}` : batchNumber;
}

/** Returns `Batch K-2611, shelf A 3`; for several batches, the number of packs of each. Empty if no batch is known. */
export function batchesWords(packs: readonly ReservedPacks[]): string {
  const [first, ...others] = packs;
  if (!first) return '';
  if (others.length === 0) return `Batch ${batchWords(first)}`;
  return packs.map((each) => `${each.quantity} of batch ${batchWords(each)}`).join('; ');
}

/** Adds up the packs of several orders by batch, the earliest best before first. */
export function sumOfBatches(packs: readonly ReservedPacks[]): ReservedPacks[] {
  const sums = new Map<string, ReservedPacks>();
  for (const each of packs) {
    const quantity = (sums.get(each.batchId)?.quantity ?? 0) + each.quantity;
    sums.set(each.batchId, { ...each, quantity });
  }
  return [...sums.values()].sort((a, b) => a.bestBefore.localeCompare(b.bestBefore));
}
