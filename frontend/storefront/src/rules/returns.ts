import type { OrderedLine, ReturnedLine } from '../api/types';
import { ordersWords } from '#words/orders';
import type { Problems } from 'shared/forms/problems';
import { packLabel } from './weight';

/** What a return asks for: which packs come back, 0 of a line that is kept, and why. */
export interface ReturnWish {
  lines: readonly ReturnedLine[];
  reason: string;
}

/** The fields of a return, in the order of its form. Named as the payload names them. */
export const returnFields = ['lines', 'reason'] as const;

const texts = ordersWords.rules;

const MAX_REASON = 500;

/** All packs of an order, line by line: what comes back unless the shopper picks. */
export function allPacks(ordered: readonly OrderedLine[]): ReturnedLine[] {
  return ordered.map(({ productId, weightInGrams, quantity }) => ({ productId, weightInGrams, quantity }));
}

/** How many packs these lines are. */
export function packsIn(lines: readonly Pick<ReturnedLine, 'quantity'>[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** What is wrong with a return: it has at least a pack, and a reason. */
export function checkReturn({ lines, reason }: ReturnWish): Problems<keyof ReturnWish> {
  const problems: Problems<keyof ReturnWish> = {};
  if (packsIn(lines) === 0) problems.lines = texts.packsRequired;
  const { length } = [...sentReason(reason)];
  if (length === 0) problems.reason = texts.reasonRequired;
  else if (length > MAX_REASON) problems.reason = texts.reasonLong;
  return problems;
}

/** A reason as it is sent: in one line, as the shop keeps it. */
export function sentReason(typed: string): string {
  return typed.trim().replaceAll(/\s+/g, ' ');
}

/** Picked packs as they are sent: only lines that have some; nothing for all of the order, which needs no list. */
export function sentLines(
  picked: readonly ReturnedLine[],
  ordered: readonly OrderedLine[],
): { lines?: ReturnedLine[] } {
  if (packsIn(picked) === packsIn(ordered)) return {};
  return { lines: picked.filter(({ quantity }) => quantity > 0) };
}

/** Which packs a return is about, in the words of a shopper; none when it is all of the order. */
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
