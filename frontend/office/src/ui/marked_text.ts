/** A part of a text that may be a claim that the law forbids; its places are counted in Unicode code points, as the guard counts. */
export interface MarkedClaim {
  start: number;
  /** Behind its last code point. */
  end: number;
  /** What the rule says that it may break. */
  explanation: string;
}

/** A piece of a text that is marked as a whole, or not at all. */
export interface MarkedPiece {
  text: string;
  isMarked: boolean;
  /** The numbers of the explanations whose claims end with it. */
  numbers: number[];
}

/** A text in pieces, and what is explained of it: the same explanation stands once, by its number less one. */
export interface MarkedText {
  pieces: MarkedPiece[];
  explanations: string[];
}

/** Cuts a text where claims begin and end; places that the text has not, since it was changed, are left out. */
export function markedText(text: string, claims: readonly MarkedClaim[]): MarkedText {
  // By code points and not by the halves of which JavaScript makes those beyond the first 65,536.
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
