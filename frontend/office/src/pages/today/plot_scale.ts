/** The round steps of an axis. */
const ROUND = [1, 2, 2.5, 5, 10];

/** Returns three to six round marks of an axis, from 0 to at least `most`. */
export function ticks(most: number): number[] {
  if (most <= 0) return [0, 1];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (ROUND.find((each) => each * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}
