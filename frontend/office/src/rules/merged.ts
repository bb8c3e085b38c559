/** A value that two people changed in different ways. */
export interface Clash<Values extends object> {
  key: keyof Values & string;
  theirs: Values[keyof Values];
}

/** Merges the edits of two people. A value that only one of them changed takes that change; the others are clashes. */
export function merged<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
): { values: Values; clashes: Clash<Values>[] } {
  const keys = Object.keys(base) as (keyof Values & string)[];
  const isSame = (key: keyof Values, one: Values, other: Values) =>
    JSON.stringify(one[key]) === JSON.stringify(other[key]);
  const untouched = keys.filter((key) => isSame(key, base, mine));
  const clashes = keys
    .filter((key) => !isSame(key, base, mine) && !isSame(key, base, theirs) && !isSame(key, mine, theirs))
    .map((key) => ({ key, theirs: theirs[key] }));
  const taken = Object.fromEntries(untouched.map((key) => [key, theirs[key]])) as Partial<Values>;
  return { values: { ...mine, ...taken }, clashes };
}
