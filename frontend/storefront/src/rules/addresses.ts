import { findProblems, type Problems } from 'shared/forms/problems';
import { mobileDigits } from 'shared/rules/mobile_number';
import { problemOf } from './checkout';
import { pincodeDigits } from './delivery';

/** The fields of a saved address in the order of its form, named as in the payload. The rules are those of the checkout. */
export const addressFields = ['fullname', 'mobilenumber', 'deliveryAddress', 'pincode'] as const;

type AddressField = (typeof addressFields)[number];

export type AddressValues = Readonly<Record<AddressField, string>>;

/** Finds the problems of an address, by field. */
export function checkAddress(values: AddressValues): Problems<AddressField> {
  return findProblems(addressFields, (field) => problemOf(field, values[field].trim()));
}

/** The address for the payload: trimmed, with a mobile number of ten digits and a pincode of six. */
export function sentAddress(values: AddressValues): AddressValues {
  const trimmed = Object.fromEntries(addressFields.map((field) => [field, values[field].trim()]));
  return {
    ...(trimmed as AddressValues),
    mobilenumber: mobileDigits(values.mobilenumber),
    pincode: pincodeDigits(values.pincode),
  };
}
