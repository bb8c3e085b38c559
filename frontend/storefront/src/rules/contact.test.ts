import { expect, test } from 'vitest';
import { checkContact, contactMessage, emptyContact } from './contact';

const good = {
  name: 'Asha Patel',
  email: 'asha@gmail.com',
  phone: '9876543210',
  subject: 'Order Status',
  message: 'Where is it?',
};

test('a full message has no problem', () => {
  expect(checkContact(good)).toEqual({});
});

test('an empty one has five, in the order of the form', () => {
  expect(Object.entries(checkContact(emptyContact))).toEqual([
    ['name', 'Name is required'],
    ['email', 'Invalid email'],
    ['phone', 'Invalid phone number'],
    ['subject', 'Select a valid subject'],
    ['message', 'Message is required'],
  ]);
});

test('blanks are nothing', () => {
  expect(checkContact({ ...good, name: ' ', message: ' \n' })).toEqual({
    name: 'Name is required',
    message: 'Message is required',
  });
});

test.each(['asha', 'asha@example.com', 'asha@gmail.com.example', '@gmail.com'])('%s is no email', (email) => {
  expect(checkContact({ ...good, email })).toEqual({ email: 'Invalid email' });
});

test.each(['987654321', '98765432100', '98765 4321', '+919876543', '९८७६५४३२१०'])(
  '%s is no phone',
  (phone) => {
    expect(checkContact({ ...good, phone })).toEqual({ phone: 'Invalid phone number' });
  },
);

test.each(['General Inquiry', 'Product Information', 'Order Status', 'Other'])(
  '%s is a subject',
  (subject) => {
    expect(checkContact({ ...good, subject })).toEqual({});
  },
);

test.each(['Select Subject', 'Complaint'])('%s is none', (subject) => {
  expect(checkContact({ ...good, subject })).toEqual({ subject: 'Select a valid subject' });
});

test('a message is sent trimmed, its subject lower-cased', () => {
  const typed = { ...good, name: ' Asha Patel ', email: ' Asha@Gmail.com ', message: ' Where is it?\n' };
  expect(checkContact(typed)).toEqual({});
  expect(contactMessage(typed)).toEqual({ ...good, email: 'Asha@Gmail.com', subject: 'order status' });
});
