import { isMobileNumber, mobileDigits } from 'shared/rules/mobile_number';
import * as v from 'valibot';
import type { Order } from '../api/types';

// The receiver and the address of an order, by the same rules as in the order service.

/** The separators that people type in a pincode: spaces and hyphens, also the hyphens of printed numbers. */
const FILLING = /[\s\u2010\u2011-]/g;

/** Returns a typed pincode without spaces and hyphens: `395 003` and `395-003` are `395003`. */
export function pincodeDigits(typed: string): string {
  return typed.replaceAll(FILLING, '');
}

/** Returns true for the six digits of a pincode. */
export function isPincode(digits: string): boolean {
  return /^[1-9][0-9]{5}$/.test(digits);
}

/** The form fields of the receiver and the address. */
export const addressRules = {
  fullName: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(3, 'Enter a name of 3 characters or more.'),
    v.maxLength(30, 'A name has 30 characters at most.'),
    v.regex(/^[\p{L}\p{M}\p{Join_Control} ]+$/u, 'A name has letters and spaces only, such as Dr S Rao.'),
  ),
  mobileNumber: v.pipe(
    v.string(),
    v.check(isMobileNumber, 'Enter a mobile number of 10 digits.'),
    v.transform(mobileDigits),
  ),
  deliveryAddress: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(10, 'Enter an address of 10 characters or more.'),
    v.maxLength(500, 'An address has 500 characters at most.'),
  ),
  pincode: v.pipe(v.string(), v.transform(pincodeDigits), v.check(isPincode, 'Enter a pincode of 6 digits.')),
};

/** Returns true if the address may still change because the order is not packed. */
export function mayBeCorrected({ status }: Pick<Order, 'status'>): boolean {
  return status === 'placed' || status === 'confirmed';
}
