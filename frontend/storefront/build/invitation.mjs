// Finds the staff invitation link in a mail.

/** The invitation link in a mail from the mail folder; undefined if it has none. */
export function invitationIn(mail) {
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  return text.match(/https?:\/\/\S+\/invitation#[\w-]+/)?.[0];
}
