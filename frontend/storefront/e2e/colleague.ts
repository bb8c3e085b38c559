import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { invitationIn } from '../build/invitation.mjs';
import { totp } from '../build/totp.mjs';
import { expect, type Shop } from './fixtures';
import { mailTo } from './mailbox';

const PASSWORD = 'neem-and-tulsi-42';

/** A staff member with an authenticator app. */
export interface Colleague {
  page: Page;
  secret: string;
}

/** A laptop. */
const SCREEN = { viewport: { width: 1366, height: 768 } };

/**
 * Accepted invitations with the browser state of each staff member. The tests of a worker share a shop, and an invitation works only once.
 */
const accepted = new Map<
  string,
  { state: Awaited<ReturnType<BrowserContext['storageState']>>; secret: string }
>();

/** The owner of the shop. */
export function owner(browser: Browser, shop: Shop): Promise<Colleague> {
  return accept(browser, shop.invitation ?? '', 'Hansa Desai', 'hansa@vanmool.example');
}

/** The browser of a staff member who accepts an invitation, or accepted it in an earlier test and is still signed in. */
export async function accept(
  browser: Browser,
  link: string,
  name: string,
  email: string,
): Promise<Colleague> {
  const known = accepted.get(link);
  const context = await browser.newContext({ ...SCREEN, ...(known && { storageState: known.state }) });
  const page = await context.newPage();
  if (known) {
    await page.goto(new URL('/', link).href);
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
    return { page, secret: known.secret };
  }
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  const address = page.getByLabel('Your email');
  if (await address.isEditable()) await address.fill(email);
  await page.getByLabel('A password for the office', { exact: true }).fill(PASSWORD);
  const key = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  const secret = key.replaceAll(' ', '');
  await page.getByLabel('Six digits').fill(totp(secret));
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByRole('heading', { name: 'Save these codes' })).toBeVisible();
  await page.getByLabel('I have saved them.').check();
  await page.getByRole('button', { name: 'Open the office' }).click();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  accepted.set(link, { state: await context.storageState(), secret });
  return { page, secret };
}

/** Waits for the result of an action that may need a confirmed identity. It is not asked for again within five minutes. */
export async function showWho({ page, secret }: Colleague, outcome: Locator): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Is it you?' });
  await expect(outcome.or(question).first()).toBeVisible();
  if (await question.isVisible()) {
    await question.getByLabel('Your password').fill(PASSWORD);
    await question.getByLabel(/^Code/).fill(totp(secret));
    await question.getByRole('button', { name: 'Go on' }).click();
  }
  await expect(outcome).toBeVisible();
}

/** Signs in again after a session has ended. A code is accepted once, so this uses the next one early. */
export async function signInAgain({ page, secret }: Colleague): Promise<void> {
  const gate = page.getByRole('dialog', { name: 'Sign in again' });
  await gate.getByLabel('Your password').fill(PASSWORD);
  await gate.getByLabel(/^Code/).fill(totp(secret, Date.now() + 30_000));
  await gate.getByRole('button', { name: 'Sign in' }).press('Enter');
  await expect(gate).toHaveCount(0);
}

/** Invites a staff member by mail, who accepts at once. */
export async function invite(
  browser: Browser,
  shop: Shop,
  inviting: Colleague,
  { name, email, role }: { name: string; email: string; role: string },
): Promise<Colleague> {
  const { page } = inviting;
  await page.getByRole('link', { name: 'Staff' }).click();
  await page.getByRole('button', { name: /Invite/ }).click();
  const dialog = page.getByRole('dialog', { name: /Invite/ });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await showWho(inviting, page.getByText(email));
  const link = invitationIn(await mailTo(shop, email, 'nvit')) ?? '';
  return accept(browser, link, name, email);
}
