import type { ContactMessage } from '../api/types';
import { contactWords } from '#words/contact';
import { isEmailOfKnownHost } from './email';
import { findProblems, type Problems } from 'shared/forms/problems';
import { isMobileNumber, mobileDigits } from 'shared/rules/mobile_number';

/** The fields of the contact form in their order, named as in the payload. */
export const contactFields = ['name', 'email', 'phone', 'subject', 'message'] as const;

export type ContactField = (typeof contactFields)[number];
export type ContactDraft = Readonly<Record<ContactField, string>>;

export const emptyContact: ContactDraft = { name: '', email: '', phone: '', subject: '', message: '' };

/** The subjects of a message. The values are the same in every language. */
export const contactSubjects = {
  general: 'General Inquiry',
  product: 'Product Information',
  order: 'Order Status',
  other: 'Other',
} as const;

const texts = contactWords.rules;
const subjects: readonly string[] = Object.values(contactSubjects);

const checks: Record<ContactField, (value: string) => string | undefined> = {
  name: (name) => (name ? undefined : texts.nameRequired),
  email: (email) => (isEmailOfKnownHost(email) ? undefined : texts.emailInvalid),
  phone: (phone) => (isMobileNumber(phone) ? undefined : texts.phoneInvalid),
  subject: (subject) => (subjects.includes(subject) ? undefined : texts.subjectInvalid),
  message: (message) => (message ? undefined : texts.messageRequired),
};

/** Finds the problems of a message, by field. */
export function checkContact(draft: ContactDraft): Problems<ContactField> {
  return findProblems(contactFields, (field) => checks[field](draft[field].trim()));
}

/** A valid message for the payload: trimmed, with a phone number of ten digits and a lower-case subject. */
export function contactMessage(draft: ContactDraft): ContactMessage {
  return {
    name: draft.name.trim(),
    email: draft.email.trim(),
    phone: mobileDigits(draft.phone),
    subject: draft.subject.toLowerCase(),
    message: draft.message.trim(),
  };
}
