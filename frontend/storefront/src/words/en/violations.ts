import type { RuleCode } from '../../api/types';

type Bounds = Readonly<Record<string, number>>;

/** Texts for invalid values, by error code. The services' own English messages are more specific; these are for other languages. */
export const violationWords: Readonly<Record<RuleCode, (bounds: Bounds) => string>> = {
  REQUIRED: () => 'Please fill this in.',
  TOO_SHORT: ({ min }) => `Please write at least ${min} characters.`,
  TOO_LONG: ({ max }) => `Please write at most ${max} characters.`,
  MALFORMED: () => 'Please check how this is written.',
  NOT_ALLOWED_CHARACTERS: () => 'This contains characters that cannot be used here.',
  OUT_OF_RANGE: ({ min, max }) => `Please choose a number from ${min} to ${max}.`,
  NOT_WHOLE: () => 'Please enter a whole number.',
  UNKNOWN: () => 'This is not known to the shop.',
  WRONG: () => 'This is not right. Please check it.',
  TOO_MANY: ({ max }) => `There can be at most ${max}.`,
  REPEATED: () => 'This was given twice.',
  TOO_COMMON: () => 'This is too easy to guess.',
  NOT_OFFERED: () => 'This is not offered here. Please choose something else.',
};
