import * as v from 'valibot';

// Rules for form fields. A field starts as text and becomes a value when it passes its rule.

const LARGEST_AMOUNT = 10_000_000;

/** An amount in rupees with at most two decimals. Commas between thousands are accepted. */
export const amountRule = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll(/[\s,₹]/g, '')),
  v.regex(/^\d+(\.\d{1,2})?$/, 'Enter an amount in rupees, such as 249 or 249.50.'),
  v.transform(Number),
  v.maxValue(LARGEST_AMOUNT, 'This amount is too large.'),
);

/** An amount in rupees, sent in paise. */
export const paiseRule = v.pipe(
  amountRule,
  v.transform((amount) => BigInt(Math.round(amount * 100))),
);

/** An optional amount in rupees, sent in paise. */
export const optionalPaiseRule = v.union(
  [
    v.pipe(
      v.literal(''),
      v.transform(() => undefined),
    ),
    paiseRule,
  ],
  'Enter an amount in rupees, such as 249 or 249.50.',
);

/** A number of packs, at least one. */
export const packsRule = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{1,6}$/, 'Enter a number of packs.'),
  v.transform(Number),
  v.minValue(1, 'Enter at least one pack.'),
);

/** A date from a date field of the browser. */
export const dateRule = v.pipe(v.string(), v.isoDate('Enter a date.'));

/** A reason that colleagues read later. */
export const reasonRule = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter a reason.'),
  v.maxLength(200, '200 characters at most.'),
);

/** An optional reason. */
export const optionalReasonRule = v.pipe(v.string(), v.trim(), v.maxLength(200, '200 characters at most.'));

/** The optional name of a shelf. */
export const shelfRule = v.pipe(v.string(), v.trim(), v.maxLength(40, '40 characters at most.'));
