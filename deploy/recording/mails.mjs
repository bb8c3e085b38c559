// Reads the mails that the shop sent, once they have arrived.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { normalize } from './normalize.mjs';

const TIMEOUT_MS = 60_000;
/** The time without new mails after which all have arrived. */
const QUIET_MS = 3_000;
/** Header and boundary lines that differ in every run. */
const VARIABLE_LINES = /^((Date|Message-ID)|--\w{20,})[^\n]*$/gim;

async function readMails(folder) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Returns the newest mail to an address that contains these words. Waits for it, and throws after a minute. */
export async function waitForMail(shop, email, words) {
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline) {
    const mails = await readMails(shop.mailDir);
    const found = mails.filter((mail) => mail.includes(`\nTo: ${email}`) && mail.includes(words));
    if (found.length > 0) {
      const sentAt = (mail) => Date.parse(mail.match(/^Date: (.*)$/m)?.[1] ?? '');
      return found.toSorted((a, b) => sentAt(b) - sentAt(a))[0];
    }
    await sleep(50);
  }
  throw new Error(`no mail to ${email} with “${words}”`);
}

/** Returns the six-digit code on a line of a mail. */
export function codeIn(mail) {
  return mail.match(/^\s*(\d{6})\s*$/m)?.[1] ?? '';
}

/** Returns all mails of the shop, normalized and sorted. */
export async function recordMails(shop) {
  let mails = [];
  for (let quietSince = Date.now(); Date.now() - quietSince < QUIET_MS; await sleep(100)) {
    const current = await readMails(shop.mailDir);
    if (current.length !== mails.length) quietSince = Date.now();
    mails = current;
  }
  return mails
    .map((mail) => normalizeMail(mail, shop.url))
    .toSorted()
    .join('\n==========\n');
}

/** Returns a mail without line folds, boundaries, times and secrets. */
function normalizeMail(mail, url) {
  const unfolded = mail.replaceAll('\r', '').replace(VARIABLE_LINES, '').replace(/(?<!\?)=\n/g, '');
  return normalize(unfolded, url)
    .replace(/boundary="\w+"/g, 'boundary')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{24,}\b/g, '<token>')
    .replace(/\b\d{6}\b(?=\s*(\n|<))/g, (digits) => (digits === '395007' || digits === '781001' ? digits : '<code>'));
}
