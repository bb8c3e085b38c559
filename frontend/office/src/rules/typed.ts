import * as v from 'valibot';

// Rules of what is typed into forms: texts at first, and values of their own once they keep the rule.

const LARGEST_AMOUNT = 10_000_000;

/** An amount in rupees, with two decimals at most; commas between the thousands are taken. */
export const amountRule = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll(/[\s,₹]/g, '')),
  v.regex(/^\d+(\.\d{1,2})?$/, 'Enter an amount in rupees, such as 249 or 249.50.'),
  v.transform(Number),
  v.maxValue(LARGEST_AMOUNT, 'This is too much.'),
);

/** The same, which may be left out. */
export const optionalAmountRule = v.union(
  [
    v.pipe(
      v.literal(''),
      v.transform(() => undefined),
    ),
    amountRule,
  ],
  'Enter an amount in rupees, such as 249 or 249.50.',
);

/** How many packs: one at least. */
export const packsRule = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{1,6}$/, 'Enter a number of packs.'),
  v.transform(Number),
  v.minValue(1, 'Enter one pack at least.'),
);

/** A date of the browser's own field. */
export const dateRule = v.pipe(v.string(), v.isoDate('Enter a date.'));

/** A reason that colleagues read later. */
export const reasonRule = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Say why: whoever asks later finds it here.'),
  v.maxLength(200, '200 characters at most.'),
);

/** A text that may be left out. */
export const optionalReasonRule = v.pipe(v.string(), v.trim(), v.maxLength(200, '200 characters at most.'));

/** The name of a shelf, which may be left out. */
export const shelfRule = v.pipe(v.string(), v.trim(), v.maxLength(40, '40 characters at most.'));
