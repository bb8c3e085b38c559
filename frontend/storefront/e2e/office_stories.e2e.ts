import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { invite, owner, showWho } from './colleague';
import { expect, test } from './fixtures';
import { expectFocusBack, expectFocusKept } from './focus';
import { mailTo } from './mailbox';
import { calls } from './office_seeds';
import { orderOnline, thanks } from './paying';
import { productWith, variantOf } from './shopper';

const SIMULATED = 'Pay by UPI or card (simulated)';

/** Submits a dialog's form, waits until it closes, and checks that the focus is kept. */
async function send(page: Page, name: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name }).press('Enter');
  await expect(dialog).toBeHidden();
  await expectFocusKept(page);
}

test('a phone order: packs are found and counted, the sum is read out, the address is wrong and right, the shopper gets the mail', async ({
  browser,
  shop,
}) => {
  test.slow();
  const colleague = await owner(browser, shop);
  const { page } = colleague;
  const { order, pack } = calls(page, shop);
  const wanted = await pack();
  const email = `farida.${crypto.randomUUID()}@example.com`;

  await page.goto(`${shop.officeUrl}/orders`);
  await page.getByRole('link', { name: /New order|Order by phone/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New order' })).toBeVisible();
  await page.getByLabel('Find a pack').fill(`${wanted.productName} ${wanted.weightInGrams}`);
  await expect(page.getByRole('list', { name: 'Packs to pick' }).getByRole('button')).not.toHaveCount(0);
  await page.keyboard.press('Enter');
  const count = page.getByLabel(`Packs of ${wanted.productName} ${wanted.weightInGrams} g`);
  await count.fill('3');
  await page.getByLabel('Full name', { exact: true }).fill('Farida Khan');
  await page.getByLabel('Mobile number', { exact: true }).fill('9898989898');
  await page.getByLabel('Email (optional)', { exact: true }).fill(email);
  await page.getByLabel('Address', { exact: true }).fill('7 Station Road, Anand');

  await test.step('a missing value is reported at its field, which has the focus', async () => {
    await page.getByRole('button', { name: 'Place order' }).press('Enter');
    await expect(page.getByLabel('Pincode', { exact: true })).toBeFocused();
    await expectAccessible(page);
  });

  await test.step('the sum of the packs, the delivery and the cash is what the order costs', async () => {
    await page.getByLabel('Pincode', { exact: true }).fill('388001');
    const said = page.getByRole('definition').last();
    await expect(said).toHaveText(/^₹[\d,]+\.00$/);
    const sum = Number((await said.innerText()).replaceAll(/[₹,]/g, ''));
    expect(sum).toBeGreaterThanOrEqual(3 * wanted.price);
    await page.getByRole('button', { name: 'Place order' }).press('Enter');
    const heading = page.getByRole('heading', { level: 1, name: /^VM-/ });
    await expect(heading).toBeVisible();
    await expectFocusKept(page);
    const placed = await order(await heading.innerText());
    expect(placed).toMatchObject({
      total: sum,
      lines: [{ quantity: 3, weightInGrams: wanted.weightInGrams }],
    });
    await mailTo(shop, email, placed.orderNumber);
  });

  await test.step('the caller rings again: two packs are enough, and the house has another number', async () => {
    await page.getByRole('button', { name: /quantities…/ }).press('Enter');
    const packs = page.getByRole('dialog');
    await packs.getByRole('button', { name: /^(Decrease|One less|Fewer|Less)/ }).press('Enter');
    await send(page, /Correct|Save/);
    await expect(page.getByRole('row', { name: new RegExp(wanted.productName) })).toContainText('2');
    await page.getByRole('button', { name: /address…/ }).press('Enter');
    await page.getByRole('dialog').getByLabel('Address', { exact: true }).fill('9 Station Road, Anand');
    await send(page, /Correct|Save/);
    await expect(page.getByText('9 Station Road, Anand')).toBeVisible();
  });
});

test('a day at the packing table: packed by scanning, shipped by hand, handed over to the carrier, delivered', async ({
  browser,
  shop,
}) => {
  test.slow();
  const colleague = await owner(browser, shop);
  const desk = calls(colleague.page, shop);
  const [first, second] = [await desk.place('cod', 2), await desk.place('cod')];
  for (const number of [first, second]) await desk.transition(number, 'confirmed');
  const { page } = await invite(browser, shop, colleague, {
    name: 'Ravi Packer',
    email: `ravi.${crypto.randomUUID()}@vanmool.example`,
    role: 'packer',
  });

  await test.step('both are packed by scanning, two packs of one by two scans', async () => {
    await page.goto(`${shop.officeUrl}/pack`);
    for (const number of [first, second]) {
      await expect(page.getByLabel(/^Scan/)).toBeFocused();
      await page.keyboard.type(`${number}\n`);
      const box = page.getByRole('region', { name: `The box of ${number}` });
      await expect(box).toBeVisible();
      const { lines } = await desk.order(number);
      for (const { sku, quantity } of lines) {
        for (let one = 0; one < quantity; one++) await page.keyboard.type(`${sku}\n`);
      }
      await expect(page.getByLabel(/Parcel weight/)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByText(`${number} is packed. Scan the next order.`)).toBeVisible();
    }
    await expect(page.getByLabel(/^Scan/)).toBeFocused();
  });

  await test.step('one is shipped from its own page', async () => {
    await page.goto(`${shop.officeUrl}/orders/${first}`);
    await page.getByRole('button', { name: 'Ship…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Carrier', { exact: true }).fill('Delhivery');
    await dialog.getByLabel(/^Tracking number/).fill('14901248823311');
    await send(page, /Mark shipped/);
    await expect(page.getByText('14901248823311')).toBeVisible();
  });

  await test.step('the other is handed over with the van', async () => {
    await page.goto(`${shop.officeUrl}/handover`);
    await page.getByLabel('Carrier').fill('India Post');
    await page.getByLabel(/Scan an order/).fill(second);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${second}: now scan its tracking number.`)).toBeVisible();
    await page.keyboard.type('EK123456789IN\n');
    const ship = page.getByRole('button', { name: 'Mark all shipped' });
    await expectFocusBack(page, ship);
    await ship.press('Enter');
    await send(page, /^Mark shipped$/);
    await expect(page.getByText('1 of 1 shipped.')).toBeVisible();
    await expectFocusKept(page);
    await expectAccessible(page);
  });

  await test.step('both came to the shopper', async () => {
    for (const number of [first, second]) {
      expect((await desk.order(number)).status).toBe('shipped');
      await colleague.page.goto(`${shop.officeUrl}/orders/${number}`);
      await colleague.page.getByRole('button', { name: /^Delivered/ }).press('Enter');
      await send(colleague.page, /^Mark delivered/);
      await expect.poll(async () => (await desk.order(number)).status).toBe('delivered');
    }
  });
});

test('a return in part: one of two packs comes back, is looked at, and its money goes back', async ({
  page: shopper,
  browser,
  products,
  shop,
}) => {
  test.setTimeout(180_000);
  const colleague = await owner(browser, shop);
  const { page } = colleague;
  const desk = calls(page, shop);
  const product = productWith(products, 1);
  const { price } = variantOf(product, 0);
  const { email, number } = await orderOnline(shopper, product, SIMULATED, 2);
  await shopper.getByRole('link', { name: 'Pay by UPI or card' }).click();
  await shopper.getByRole('button', { name: 'Pay by UPI' }).click();
  await expect(thanks(shopper)).toBeVisible();
  // A paid order is confirmed automatically.
  await expect.poll(async () => (await desk.order(number)).status).toBe('confirmed');
  await desk.transition(number, 'packed', 'shipped', 'delivered');

  await test.step('the shopper asks to send one pack back', async () => {
    await shopper.goto(`/track?order=${number}`);
    await shopper.getByLabel('Mobile number').fill('9876543210');
    await shopper.getByRole('button', { name: 'Show my order' }).click();
    const ask = shopper.getByRole('article').getByRole('button', { name: /[Rr]eturn/ });
    await ask.press('Enter');
    const dialog = shopper.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Decrease|^One less|^Fewer/ }).press('Enter');
    await dialog.getByLabel(/Why|Reason/).fill('One is enough for us');
    await dialog
      .getByRole('button', { name: /[Rr]eturn|Send/ })
      .last()
      .press('Enter');
    await expect(dialog).toBeHidden();
    await expectFocusKept(shopper);
    await expect.poll(async () => (await desk.order(number)).status).toBe('return_requested');
  });

  await test.step('the return is accepted, and the pack comes back', async () => {
    await page.goto(`${shop.officeUrl}/orders/${number}`);
    await page.getByRole('button', { name: 'Accept the return…' }).press('Enter');
    await send(page, /^Accept/);
    await mailTo(shop, email, 'Where to send your return');
    await page.getByRole('button', { name: 'Inspect the return…' }).press('Enter');
    await expect(page.getByRole('dialog').getByLabel(product.productName)).toHaveValue('1');
    await send(page, /^Accept the packs/);
    expect((await desk.order(number)).status).toBe('returned');
  });

  await test.step('it is whole, and sold again', async () => {
    await page.goto(`${shop.officeUrl}/returns`);
    const item = page.getByRole('listitem').filter({ hasText: number }).first();
    await item.getByRole('button', { name: 'Sell again…' }).first().press('Enter');
    await expect(page.getByRole('dialog').getByLabel('Packs', { exact: true })).toHaveValue('1');
    await send(page, /Sell again/);
    await expect(page.getByRole('link', { name: number })).toHaveCount(0);
  });

  await test.step('the price of one pack goes back, and the shopper is told', async () => {
    await page.goto(`${shop.officeUrl}/orders/${number}`);
    await page.getByRole('button', { name: /^Refund…/ }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(/Amount/)).toHaveValue(String(price));
    await dialog.getByLabel('Reason').selectOption('returned');
    await dialog.getByRole('button', { name: /^Refund/ }).press('Enter');
    await showWho(colleague, page.getByRole('list', { name: /[Rr]efund/ }).getByText(`₹${price}.00`));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectFocusKept(page);
    await mailTo(shop, email, number);
    await shopper.reload();
    await shopper.getByLabel('Mobile number').fill('9876543210');
    await shopper.getByRole('button', { name: 'Show my order' }).click();
    await expect(
      shopper
        .getByRole('article')
        .getByText(new RegExp(`₹${price}`))
        .first(),
    ).toBeVisible();
    await expectAccessible(shopper);
  });
});
