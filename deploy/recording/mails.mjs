// Reads the mails that the shop sent, once they have arrived.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inNormalForm } from './normal_form.mjs';

const GIVE_UP_MS = 60_000;
/** The time without new mails after which all have arrived. */
const QUIET_MS = 3_000;
const OF_THE_RUN = /^((Date|Message-ID)|--\w{20,})[^\n]*$/gim;

async function read(folder) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Returns the newest mail to an address whose headers contain these words. */
export async function mailTo(shop, email, words, before = 0) {
  const giveUp = Date.now() + GIVE_UP_MS;
  while (Date.now() < giveUp) {
    const mails = await read(shop.mailDir);
    const found = mails.filter((mail) => mail.includes(`\nTo: ${email}`) && mail.includes(words));
    if (found.length > before) {
      const at = (mail) => Date.parse(mail.match(/^Date: (.*)$/m)?.[1] ?? '');
      return found.toSorted((a, b) => at(b) - at(a))[0];
    }
    await sleep(50);
  }
  throw new Error(`no mail to ${email} with “${words}”`);
}

/** The six-digit code on a line of a mail. */
export function codeIn(mail) {
  return mail.match(/^\s*(\d{6})\s*$/m)?.[1] ?? '';
}

/** All mails, sorted by recipient and content. */
export async function mailsOf(shop) {
  let mails = [];
  for (let quietSince = Date.now(); Date.now() - quietSince < QUIET_MS; await sleep(100)) {
    const now = await read(shop.mailDir);
    if (now.length !== mails.length) quietSince = Date.now();
    mails = now;
  }
  return mails
    .map((mail) => readable(mail, shop.url))
    .toSorted()
    .join('\n==========\n');
}

/** A mail without line folds, boundaries, times and secrets. */
function readable(mail, url) {
  const unfolded = mail.replaceAll('\r', '').replace(OF_THE_RUN, '').replace(/(?<!\?)=\n/g, '');
  return inNormalForm(unfolded, url)
    .replace(/boundary="\w+"/g, 'boundary')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{24,}\b/g, '<token>')
    .replace(/\b\d{6}\b(?=\s*(\n|<))/g, (digits) => (digits === '395007' || digits === '781001' ? digits : '<code>'));
}
