import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Shop } from './fixtures';

/** The newest mail to this address whose subject holds these words, once it is there. */
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

/** The subjects of the mails that went to an address, the newest first. */
export async function subjectsTo(shop: Shop, email: string): Promise<string[]> {
  const mails = await allMails(shop);
  const own = mails.filter((mail) => isTo(mail, email));
  return own.map(({ headers }) => headers.match(/^Subject: (.*)$/m)?.[1]?.trim() ?? '');
}

/** The six digits that stand alone on a line. */
export function codeIn(mail: string): string {
  const code = mail.match(/^\s*(\d{6})\s*$/m)?.[1];
  if (!code) throw new Error('the mail holds no code');
  return code;
}

/** The file that a mail brings: what it is called, and its bytes. */
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

/** Whether a mail went to an address; one to the shop names the shopper in its Reply-To. */
function isTo({ headers }: StoredMail, email: string): boolean {
  return headers.split('\r\n').includes(`To: ${email}`);
}

/** Newest first: the names of the files do not tell their age. */
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
