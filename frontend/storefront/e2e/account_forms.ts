import { expect, type Page } from '@playwright/test';

export const password = 'monsoon-42';

export const main = (page: Page) => page.getByRole('main');
export const press = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).click();

/** A unique email address. */
export const newEmail = () => `asha.${crypto.randomUUID()}@gmail.com`;

/** Creates an account with {@link password}. */
export async function register(page: Page, email: string) {
  await page.goto('/signUp');
  await main(page).getByLabel('Email').fill(email);
  await main(page).getByLabel('Password', { exact: true }).fill(password);
  await main(page).getByLabel('Mobile number').fill('9876543210');
  await press(page, 'Sign up');
  await expect(page.getByText('Account created. Please log in.')).toBeVisible();
  await expect(page).toHaveURL('/login');
}

/** Logs in on the open page. */
export async function logIn(page: Page, email: string, secret: string, leadsTo = '/') {
  await main(page).getByLabel('Email').fill(email);
  await main(page).getByLabel('Password', { exact: true }).fill(secret);
  await press(page, 'Log in');
  await expect(page.getByText('Login successful')).toBeVisible();
  await expect(page).toHaveURL(leadsTo);
}
