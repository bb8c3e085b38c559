import { findProblems, type Problems } from 'shared/forms/problems';
import { mobileDigits } from 'shared/rules/mobile_number';
import { problemOf } from './checkout';
import { pincodeDigits } from './delivery';

/** The fields of a saved address, in the order of their form. Named as the payload names them, and ruled as the checkout's. */
export const addressFields = ['fullname', 'mobilenumber', 'deliveryAddress', 'pincode'] as const;

type AddressField = (typeof addressFields)[number];

export type AddressValues = Readonly<Record<AddressField, string>>;

/** What is wrong with an address, field by field. */
export function checkAddress(values: AddressValues): Problems<AddressField> {
  return findProblems(addressFields, (field) => problemOf(field, values[field].trim()));
}

/** An address as it is sent: trimmed, the mobile number ten digits, the pincode six. */
export function sentAddress(values: AddressValues): AddressValues {
  const trimmed = Object.fromEntries(addressFields.map((field) => [field, values[field].trim()]));
  return {
    ...(trimmed as AddressValues),
    mobilenumber: mobileDigits(values.mobilenumber),
    pincode: pincodeDigits(values.pincode),
  };
}
