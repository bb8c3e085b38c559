import { fillContact, submit } from './contact_form';
import { expect, test } from './fixtures';
import { stubMap } from './map';

test.use({ shopArguments: ['--contact-requires-login', 'true'] });

test('a shop that wants a login sends the visitor there and keeps the message', async ({
  page,
  complaints,
}) => {
  await stubMap(page);
  await page.goto('/contact');
  await fillContact(page);
  await submit(page);
  await expect(page.getByRole('alert').getByText('Please login to submit a review.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
  await page.goBack();
  await expect(page.getByRole('main').getByLabel('Message')).toHaveValue('Where is my parcel?');
});
