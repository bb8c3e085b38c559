import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from './accessibility';
import { fillContact, submit } from './contact_form';
import { expect, oneScreen, type Shop, test } from './fixtures';
import { stubMap } from './map';

test.beforeEach(async ({ page }) => {
  await stubMap(page);
  await page.goto('/contact');
});

/** The number of mails with this address in their headers. */
async function countMails(shop: Shop, email: string): Promise<number> {
  // The first mail creates the folder.
  const names = (await readdir(shop.mailDir).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(join(shop.mailDir, name), 'utf8')));
  const headers = mails.map((mail) => mail.split('\r\n\r\n', 1)[0] ?? '');
  return headers.filter((header) => header.includes(email)).length;
}

test(
  'a visitor writes to the shop: the shop has the message, the visitor a copy',
  oneScreen,
  async ({ page, shop }) => {
    const email = await fillContact(page);
    await submit(page);
    await expect(page.getByText('Thank you! Your message has reached us.')).toBeVisible();
    for (const label of ['Name', 'Email', 'Phone', 'Subject', 'Message']) {
      await expect(page.getByRole('main').getByLabel(label)).toHaveValue('');
    }
    await expect(page.getByRole('main').getByLabel('Subject').locator('option:checked')).toHaveText(
      'Select Subject',
    );
    await expect.poll(() => countMails(shop, email)).toBe(2);
  },
);

test('every rule of the form is told where it is broken, accessibly', async ({ page }) => {
  await submit(page);
  await expect(page.getByRole('alert').getByText('Name is required')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByLabel('Name')).toBeFocused();
  await expect(main.getByLabel('Subject')).toHaveAccessibleDescription('Select a valid subject');
  await expectAccessible(page);
});

test('the subject is chosen by keyboard', oneScreen, async ({ page }) => {
  const subject = page.getByRole('main').getByLabel('Subject');
  await subject.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(subject).toHaveValue('Product Information');
});

test('a message that cannot be sent is kept', oneScreen, async ({ page, complaints }) => {
  await fillContact(page);
  await page.route('**/users/contactus', (route) => route.abort('connectionfailed'));
  await submit(page);
  await expect(page.getByRole('alert').getByText('Something went wrong. Please try again.')).toBeVisible();
  await expect(page.getByRole('main').getByLabel('Message')).toHaveValue('Where is my parcel?');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_FAILED')]);
});
