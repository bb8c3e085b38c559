// The link by which somebody becomes staff, as a mail carries it.

/** The link in a mail as it lies in the mail folder; nothing where it has none. */
export function invitationIn(mail) {
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  return text.match(/https?:\/\/\S+\/invitation#[\w-]+/)?.[0];
}
