/** The link in a mail as it lies in the mail folder; nothing where it has none. */
export function invitationIn(mail: string): string | undefined;
