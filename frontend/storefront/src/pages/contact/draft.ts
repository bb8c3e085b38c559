import { type ContactField, emptyContact } from '../../rules/contact';
import { createDraft } from '../../stores/draft';

/** The draft of the contact message. */
export const contactDraft = createDraft<ContactField>('contact', emptyContact);
