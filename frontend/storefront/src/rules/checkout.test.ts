import { expect, test } from 'vitest';
import { checkDetails, type CheckoutDetails, checkoutFields, emptyDetails, sentDetails } from './checkout';

const good: CheckoutDetails = {
  fullname: 'Asha Patel',
  email: 'asha@example.com',
  mobilenumber: '9876543210',
  deliveryAddress: '12 Ring Road, Surat',
  pincode: '395007',
};

test('good details have no problem', () => {
  expect(checkDetails(good)).toEqual({});
});

test.each<[keyof CheckoutDetails, string, string | undefined]>([
  ['fullname', '', 'Name is required'],
  ['fullname', 'Al', 'Enter a valid name (3-30 characters)'],
  ['fullname', 'a'.repeat(31), 'Enter a valid name (3-30 characters)'],
  ['fullname', 'R2 D2', 'Enter a valid name (3-30 characters)'],
  ['fullname', "Dr. S. O'Brien-Rao", 'Enter a valid name (3-30 characters)'],
  ['fullname', 'Dr S O Brien Rao', undefined],
  ['fullname', 'आशा पटेल', undefined],
  ['fullname', 'सुर्\u200dयकांत', undefined],
  ['fullname', 'കാര്\u200dത്തിക', undefined],
  ['email', '', 'Email is required'],
  ['email', 'asha', 'Enter a valid email address'],
  ['email', 'asha@example', 'Enter a valid email address'],
  ['email', 'asha@example..com', 'Enter a valid email address'],
  ['email', 'a sha@example.com', 'Enter a valid email address'],
  ['mobilenumber', '', 'Mobile number is required'],
  ['mobilenumber', '987654321', 'Enter a valid 10-digit mobile number'],
  ['mobilenumber', '+919876543210', undefined],
  ['mobilenumber', '91 98765 43210', undefined],
  ['mobilenumber', '+44 98765 43210', 'Enter a valid 10-digit mobile number'],
  ['deliveryAddress', '', 'Address is required'],
  ['deliveryAddress', 'Ring Road', 'Address should be at least 10 characters long'],
  ['deliveryAddress', 'a'.repeat(501), 'Address should be at most 500 characters long'],
  ['pincode', '', 'Pincode is required'],
  ['pincode', '39500', 'Enter a valid 6-digit pincode'],
  ['pincode', '39500x', 'Enter a valid 6-digit pincode'],
])('%s "%s": %s', (field, value, message) => {
  expect(checkDetails({ ...good, [field]: value })[field]).toBe(message);
});

test('problems are found in the order of the form', () => {
  const problems = checkDetails(emptyDetails);
  expect(Object.keys(problems)).toEqual([...checkoutFields]);
  expect(Object.keys(checkDetails({ ...emptyDetails, fullname: 'Asha Patel' }))[0]).toBe('email');
});

test('details are trimmed', () => {
  const typed = { fullname: '  Asha Patel ', mobilenumber: '+91 98765-43210', pincode: ' 395007\n' };
  expect(sentDetails({ ...good, ...typed })).toEqual(good);
  expect(checkDetails({ ...good, ...typed })).toEqual({});
});
