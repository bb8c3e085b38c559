import { checkoutWords } from '#words/checkout';
import { findProblems, type Problems } from 'shared/forms/problems';
import { isMobileNumber, mobileDigits } from 'shared/rules/mobile_number';
import { pincodeDigits } from './delivery';

/** The fields of the checkout form in the order of their checks, named as in the order payload. */
export const checkoutFields = ['fullname', 'email', 'mobilenumber', 'deliveryAddress', 'pincode'] as const;

export type CheckoutField = (typeof checkoutFields)[number];
export type CheckoutDetails = Record<CheckoutField, string>;
export type CheckoutProblems = Problems<CheckoutField>;

export const emptyDetails: CheckoutDetails = {
  fullname: '',
  email: '',
  mobilenumber: '',
  deliveryAddress: '',
  pincode: '',
};

const texts = checkoutWords.rules;

/** Letters, marks and joiners of any script, and spaces. The order service has the same rule. */
const NAME = /^[\p{L}\p{M}\p{Join_Control} ]{3,30}$/u;
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const MAX_ADDRESS = 500;

const checks: Record<CheckoutField, (value: string) => string | undefined> = {
  fullname: (name) => {
    if (!name) return texts.nameRequired;
    return NAME.test(name) ? undefined : texts.nameInvalid;
  },
  email: (email) => {
    if (!email) return texts.emailRequired;
    return EMAIL.test(email) ? undefined : texts.emailInvalid;
  },
  mobilenumber: (number) => {
    if (!number) return texts.mobileRequired;
    return isMobileNumber(number) ? undefined : texts.mobileInvalid;
  },
  deliveryAddress: (address) => {
    if (!address) return texts.addressRequired;
    const characters = [...address].length;
    if (characters < 10) return texts.addressShort;
    return characters > MAX_ADDRESS ? texts.addressLong : undefined;
  },
  pincode: (pincode) => {
    if (!pincode) return texts.pincodeRequired;
    return /^[0-9]{6}$/.test(pincodeDigits(pincode)) ? undefined : texts.pincodeInvalid;
  },
};

/** Finds the problem of a field's trimmed value. */
export function problemOf(field: CheckoutField, value: string): string | undefined {
  return checks[field](value);
}

/** Valid details for the payload: trimmed, with a mobile number of ten digits and a pincode of six. */
export function sentDetails(details: CheckoutDetails): CheckoutDetails {
  const trimmed = Object.fromEntries(checkoutFields.map((field) => [field, details[field].trim()]));
  return {
    ...(trimmed as CheckoutDetails),
    mobilenumber: mobileDigits(details.mobilenumber),
    pincode: pincodeDigits(details.pincode),
  };
}

/** Finds the problems of the typed details, by field and in the order of the form. */
export function checkDetails(details: CheckoutDetails): CheckoutProblems {
  return findProblems(checkoutFields, (field) => problemOf(field, details[field].trim()));
}
