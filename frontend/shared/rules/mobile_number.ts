/** The separators that people type: spaces and hyphens, also the hyphens of printed numbers. */
const FILLING = /[\s\u2010\u2011-]/g;
/** The prefix before the ten digits: the country code with or without its plus, and the 0 of another network. */
const PREFIX = /^(\+91|91(?=[0-9]{10}$))?0?/;

/** Returns a mobile number as it is dialled within India, without prefix and separators. Every service reads it the same way. */
export function mobileDigits(typed: string): string {
  return typed.replaceAll(FILLING, '').replace(PREFIX, '');
}

/** Returns true if the typed text has ten digits and does not begin with 0. */
export function isMobileNumber(typed: string): boolean {
  return /^[1-9][0-9]{9}$/.test(mobileDigits(typed));
}
