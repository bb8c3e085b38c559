import { expectAccessible } from './accessibility';
import { expect, oneScreen, test } from './fixtures';
import { holdBack } from './hold_back';

for (const call of ['products/cards', 'users/getallreview']) {
  test(
    `the shop that cannot load ${call} offers to retry, and Retry loads both`,
    oneScreen,
    async ({ page, complaints }) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        const found = request.url().match(/\/api\/v1\/(products\/cards|users\/getallreview)$/);
        if (found?.[1]) asked.push(found[1]);
      });
      const address = `**/api/v1/${call}`;
      await page.route(address, (route) => route.abort());
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Error Loading Data' })).toBeVisible();
      await expectAccessible(page);
      await page.unroute(address);
      complaints.length = 0;
      asked.length = 0;
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('list', { name: 'Products' })).toBeVisible();
      await expect(page.getByRole('list', { name: /^Reviews? 1 / })).toBeVisible();
      expect(asked.toSorted()).toEqual(['products/cards', 'users/getallreview']);
    },
  );
}

test('a spinner stands while the shop loads', oneScreen, async ({ page }) => {
  const answer = await holdBack(page, '**/api/v1/users/getallreview');
  await page.goto('/cart');
  const spinner = page.getByRole('status').filter({ hasText: 'Loading the shop…' });
  await expect(spinner).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  await answer();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible();
  await expect(spinner).toHaveCount(0);
});
