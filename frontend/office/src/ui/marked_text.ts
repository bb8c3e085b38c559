/** A possible forbidden claim in a text. Its position counts Unicode code points, as the claims check does. */
export interface MarkedClaim {
  start: number;
  /** The position after its last code point. */
  end: number;
  /** The rule that it may break, in words. */
  explanation: string;
}

/** A piece of a text that is marked or not. */
export interface MarkedPiece {
  text: string;
  isMarked: boolean;
  /** The numbers of the explanations whose claims end here. */
  numbers: number[];
}

/** A text in pieces, with its explanations. Each explanation appears once; number n is at index n - 1. */
export interface MarkedText {
  pieces: MarkedPiece[];
  explanations: string[];
}

/** Splits a text where claims begin and end. Positions beyond the end of a changed text are ignored. */
export function markedText(text: string, claims: readonly MarkedClaim[]): MarkedText {
  // Splits by code points. Strings in JavaScript count UTF-16 units.
  const points = Array.from(text);
  const within = claims
    .map(({ start, end, explanation }) => ({ start, end: Math.min(end, points.length), explanation }))
    .filter(({ start, end }) => start >= 0 && start < end)
    .sort((one, other) => one.start - other.start || one.end - other.end);
  const explanations = [...new Set(within.map(({ explanation }) => explanation))];
  const cuts = new Set([0, points.length, ...within.flatMap(({ start, end }) => [start, end])]);
  const places = [...cuts].sort((one, other) => one - other);
  const pieces = places.slice(1).map((end, index) => {
    const start = places[index] ?? 0;
    const ending = within.filter((claim) => claim.end === end);
    return {
      text: points.slice(start, end).join(''),
      isMarked: within.some((claim) => claim.start <= start && claim.end >= end),
      numbers: [...new Set(ending.map(({ explanation }) => explanations.indexOf(explanation) + 1))],
    };
  });
  return { pieces, explanations };
}
