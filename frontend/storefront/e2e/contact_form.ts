import type { Page } from '@playwright/test';

/** Sends the contact form. */
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();

/** Fills the contact form with a new email address, so that its mails can be told apart. Returns the address. */
export async function fillContact(page: Page): Promise<string> {
  const email = `asha.${crypto.randomUUID()}@gmail.com`;
  const form = page.getByRole('main');
  await form.getByLabel('Name').fill('Asha Patel');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Phone').fill('9876543210');
  await form.getByLabel('Subject').selectOption('Order Status');
  await form.getByLabel('Message').fill('Where is my parcel?');
  return email;
}
