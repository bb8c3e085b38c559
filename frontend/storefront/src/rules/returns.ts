import type { OrderedLine, ReturnedLine } from '../api/types';
import { ordersWords } from '#words/orders';
import type { Problems } from 'shared/forms/problems';
import { packLabel } from './weight';

/** A return request: the packs per line (0 for a line that is kept) and the reason. */
export interface ReturnWish {
  lines: readonly ReturnedLine[];
  reason: string;
}

/** The fields of a return in the order of its form, named as in the payload. */
export const returnFields = ['lines', 'reason'] as const;

const texts = ordersWords.rules;

const MAX_REASON = 500;

/** All packs of an order by line: the default of a return. */
export function allPacks(ordered: readonly OrderedLine[]): ReturnedLine[] {
  return ordered.map(({ productId, weightInGrams, quantity }) => ({ productId, weightInGrams, quantity }));
}

/** The number of packs in these lines. */
export function packsIn(lines: readonly Pick<ReturnedLine, 'quantity'>[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Finds the problems of a return: it needs a pack and a reason. */
export function checkReturn({ lines, reason }: ReturnWish): Problems<keyof ReturnWish> {
  const problems: Problems<keyof ReturnWish> = {};
  if (packsIn(lines) === 0) problems.lines = texts.packsRequired;
  const { length } = [...sentReason(reason)];
  if (length === 0) problems.reason = texts.reasonRequired;
  else if (length > MAX_REASON) problems.reason = texts.reasonLong;
  return problems;
}

/** The reason for the payload, on one line as the shop stores it. */
export function sentReason(typed: string): string {
  return typed.trim().replaceAll(/\s+/g, ' ');
}

/** The lines for the payload, without empty ones. A return of the whole order needs no list. */
export function sentLines(
  picked: readonly ReturnedLine[],
  ordered: readonly OrderedLine[],
): { lines?: ReturnedLine[] } {
  if (packsIn(picked) === packsIn(ordered)) return {};
  return { lines: picked.filter(({ quantity }) => quantity > 0) };
}

/** Texts for the packs of a partial return; none if it is the whole order. */
export function returnedPacks(lines: readonly ReturnedLine[], ordered: readonly OrderedLine[]): string[] {
  if (packsIn(lines) === packsIn(ordered)) return [];
  return ordered.flatMap(({ productId, weightInGrams, productName, quantity }) =>
    lines
      .filter((line) => line.productId === productId && line.weightInGrams === weightInGrams)
      .map((line) =>
        ordersWords.returnedPacks(line.quantity, quantity, productName, packLabel(weightInGrams)),
      ),
  );
}
