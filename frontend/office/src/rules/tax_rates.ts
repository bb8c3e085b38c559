import * as v from 'valibot';

/** Formats a rate as people write it: `5%`, `0.25%`. */
export function percentWords(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}

/** A rate typed in percent; the result is in hundredths of a percent. */
export const percentRule = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll(/[\s%]/g, '')),
  v.regex(/^\d{1,2}(\.\d{1,2})?$/, 'Enter a rate in percent, such as 5 or 0.25.'),
  v.transform((typed) => Math.round(Number(typed) * 100)),
  v.maxValue(4_000, 'At most 40 percent.'),
);

/** The first digits of an HSN code. */
export const hsnRule = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^(\d{2}|\d{4}|\d{6}|\d{8})$/, 'Enter the first 2, 4, 6 or 8 digits of an HSN code.'),
);

/** Returns the first four digits of a product's HSN code, as the tax notifications list goods; empty for a shorter code. */
export function hsnToSet(code: string): string {
  return /^\d{4}/.test(code) ? code.slice(0, 4) : '';
}
