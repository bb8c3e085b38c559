import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Shop } from './fixtures';

/** Waits for a mail to this address with these words in the subject, and returns the newest. */
export async function mailTo(shop: Shop, email: string, subject: string): Promise<string> {
  let found: string | undefined;
  const look = async () => {
    const mails = await allMails(shop);
    found = mails.find((mail) => isTo(mail, email) && mail.headers.includes(subject))?.body;
    return found;
  };
  await expect.poll(look, { intervals: [100] }).toBeDefined();
  return found ?? '';
}

/** The subjects of mails to an address, newest first. */
export async function subjectsTo(shop: Shop, email: string): Promise<string[]> {
  const mails = await allMails(shop);
  const own = mails.filter((mail) => isTo(mail, email));
  return own.map(({ headers }) => headers.match(/^Subject: (.*)$/m)?.[1]?.trim() ?? '');
}

/** The six digits on a line of their own. */
export function codeIn(mail: string): string {
  const code = mail.match(/^\s*(\d{6})\s*$/m)?.[1];
  if (!code) throw new Error('the mail holds no code');
  return code;
}

/** The name and the bytes of a mail's attachment. */
export function attachmentOf(mail: string): { name: string; bytes: Buffer } {
  const start = mail.search(/^Content-Disposition: attachment/m);
  if (start < 0) throw new Error('the mail brings no file');
  const part = mail.slice(start);
  const [, name = ''] = part.match(/filename="?([^"\r\n]+)/) ?? [];
  const [, coded = ''] = part.match(/\r\n\r\n([^-]+)/) ?? [];
  return { name, bytes: Buffer.from(coded, 'base64') };
}

interface StoredMail {
  headers: string;
  body: string;
}

/** True if a mail was sent to an address. Mails to the shop have the shopper in Reply-To. */
function isTo({ headers }: StoredMail, email: string): boolean {
  return headers.split('\r\n').includes(`To: ${email}`);
}

/** All mails, newest first. File names do not tell their age. */
async function allMails(shop: Shop): Promise<StoredMail[]> {
  const names = (await readdir(shop.mailDir).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(join(shop.mailDir, name), 'utf8')));
  return mails
    .map((mail) => {
      const end = mail.indexOf('\r\n\r\n');
      return {
        headers: mail.slice(0, end),
        body: mail.slice(end),
        date: mail.match(/^Date: (.*)$/m)?.[1] ?? '',
      };
    })
    .toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date));
}
