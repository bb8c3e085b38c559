/** A link that writes a mail to a shopper. The address is encoded because `?` and `&` in it could add recipients and text. */
export function EmailLink({ email }: { email: string }) {
  return <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>;
}
