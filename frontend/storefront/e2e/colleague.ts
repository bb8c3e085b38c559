import type { Browser, Page } from '@playwright/test';
import { invitationIn } from '../build/invitation.mjs';
import { totp } from '../build/totp.mjs';
import { expect, type Shop } from './fixtures';
import { mailTo } from './mailbox';

const PASSWORD = 'neem-and-tulsi-42';

/** Somebody who works in the office, with an authenticator app. */
export interface Colleague {
  page: Page;
  secret: string;
}

/** The browser of somebody who accepts an invitation. */
export async function accept(
  browser: Browser,
  link: string,
  name: string,
  email: string,
): Promise<Colleague> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  const address = page.getByLabel('Your e-mail');
  if (await address.isEditable()) await address.fill(email);
  await page.getByLabel('A password for the office', { exact: true }).fill(PASSWORD);
  const key = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  const secret = key.replaceAll(' ', '');
  await page.getByLabel('Six digits').fill(totp(secret));
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByRole('heading', { name: 'Keep these codes' })).toBeVisible();
  await page.getByLabel('I have kept them.').check();
  await page.getByRole('button', { name: 'Open the office' }).click();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  return { page, secret };
}

/** Whom an owner invites by mail; they accept at once. The owner has just shown who they are, and is not asked again. */
export async function invite(
  browser: Browser,
  shop: Shop,
  { page: owner }: Colleague,
  { name, email, role }: { name: string; email: string; role: string },
): Promise<Colleague> {
  await owner.getByRole('link', { name: 'Staff' }).click();
  await owner.getByRole('button', { name: /Invite/ }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(owner.getByText(email)).toBeVisible();
  const link = invitationIn(await mailTo(shop, email, 'nvit')) ?? '';
  return accept(browser, link, name, email);
}
