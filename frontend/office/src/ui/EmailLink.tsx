/** Writes a mail to a shopper. An address may hold `?` and `&`, which would add a copy for others and words to the mail. */
export function EmailLink({ email }: { email: string }) {
  return <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>;
}
