/** What people type between digits: spaces and hyphens, also the hyphens of printed numbers. */
const FILLING = /[\s\u2010\u2011-]/g;
/** What is dialled before the ten digits from abroad, also without its plus, and from another network. */
const PREFIX = /^(\+91|91(?=[0-9]{10}$))?0?/;

/** An Indian mobile number as it is dialled within India, without what else is typed; every service reads it the same way. */
export function mobileDigits(typed: string): string {
  return typed.replaceAll(FILLING, '').replace(PREFIX, '');
}

/** Whether ten digits are left of what was typed; what still begins with 0 is dialled in another way. */
export function isMobileNumber(typed: string): boolean {
  return /^[1-9][0-9]{9}$/.test(mobileDigits(typed));
}
