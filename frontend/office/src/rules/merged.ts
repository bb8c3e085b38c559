/** A part of something that two people changed in different ways. */
export interface Clash<Values extends object> {
  key: keyof Values & string;
  theirs: Values[keyof Values];
}

/** What two people made of a thing that both began to change: what only one touched is that one's. */
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
