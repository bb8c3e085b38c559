import type { ContactMessage } from '../api/types';
import { contactWords } from '#words/contact';
import { isEmailOfKnownHost } from './email';
import { findProblems, type Problems } from 'shared/forms/problems';
import { isMobileNumber, mobileDigits } from 'shared/rules/mobile_number';

/** The fields of the contact form, in its order. Named as the payload names them. */
export const contactFields = ['name', 'email', 'phone', 'subject', 'message'] as const;

export type ContactField = (typeof contactFields)[number];
export type ContactDraft = Readonly<Record<ContactField, string>>;

export const emptyContact: ContactDraft = { name: '', email: '', phone: '', subject: '', message: '' };

/** What a message may be about, as the shop's desk calls it in every language. */
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

/** What is wrong with a message, field by field. */
export function checkContact(draft: ContactDraft): Problems<ContactField> {
  return findProblems(contactFields, (field) => checks[field](draft[field].trim()));
}

/** A message that has no problem as it is sent: trimmed, its phone ten digits, its subject lower-cased. */
export function contactMessage(draft: ContactDraft): ContactMessage {
  return {
    name: draft.name.trim(),
    email: draft.email.trim(),
    phone: mobileDigits(draft.phone),
    subject: draft.subject.toLowerCase(),
    message: draft.message.trim(),
  };
}
