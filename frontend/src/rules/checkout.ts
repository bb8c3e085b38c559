import { checkoutMessages } from '../messages/checkout';

/** The fields of the checkout form, in the order in which they are checked. Named as the order payload names them. */
export const checkoutFields = ['fullname', 'email', 'mobilenumber', 'deliveryAddress', 'pincode'] as const;

export type CheckoutField = (typeof checkoutFields)[number];
export type CheckoutDetails = Record<CheckoutField, string>;
export type CheckoutProblems = Partial<Record<CheckoutField, string>>;

export const emptyDetails: CheckoutDetails = {
  fullname: '',
  email: '',
  mobilenumber: '',
  deliveryAddress: '',
  pincode: '',
};

const texts = checkoutMessages.rules;

/** Letters of any script with the marks that Indian scripts write vowels with, and spaces; the order service agrees. */
const NAME = /^[\p{L}\p{M} ]{3,30}$/u;
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
    return /^[0-9]{10}$/.test(number) ? undefined : texts.mobileInvalid;
  },
  deliveryAddress: (address) => {
    if (!address) return texts.addressRequired;
    const characters = [...address].length;
    if (characters < 10) return texts.addressShort;
    return characters > MAX_ADDRESS ? texts.addressLong : undefined;
  },
  pincode: (pincode) => {
    if (!pincode) return texts.pincodeRequired;
    return /^[0-9]{6}$/.test(pincode) ? undefined : texts.pincodeInvalid;
  },
};

/** The details as they are checked and sent. */
export function trimDetails(details: CheckoutDetails): CheckoutDetails {
  return Object.fromEntries(checkoutFields.map((field) => [field, details[field].trim()])) as CheckoutDetails;
}

/** What is wrong with trimmed details, field by field, in the order of the form. Empty when nothing is. */
export function checkDetails(details: CheckoutDetails): CheckoutProblems {
  const problems: CheckoutProblems = {};
  for (const field of checkoutFields) {
    const problem = checks[field](details[field]);
    if (problem) problems[field] = problem;
  }
  return problems;
}

/** The first field of the form that has a problem. */
export function firstProblem(problems: CheckoutProblems): CheckoutField | undefined {
  return checkoutFields.find((field) => problems[field]);
}
