import { type ContactField, emptyContact } from '../../rules/contact';
import { createDraft } from '../../stores/draft';

/** The message that is being written. */
export const contactDraft = createDraft<ContactField>('contact', emptyContact);
