import type { Page } from '@playwright/test';
import { accept, invite } from './colleague';
import { expect, oneScreen, test, type Shop } from './fixtures';
import { mailTo } from './mailbox';
import { writeProduct } from './office_seeds';
import { logInByCall } from './shopper';

/** A product as the shop lists it. */
async function cardOf(page: Page, shop: Shop, name: string) {
  const list = await page.request.get(`${shop.url}/api/v1/products/`);
  const products: {
    _id: string;
    productName: string;
    variants: { weightInGrams: number; price: number }[];
  }[] = (await list.json()).data;
  return products.find(({ productName }) => productName === name);
}

/** Places a COD order of one pack through the API and returns its number. */
async function placeOrder(page: Page, shop: Shop, name: string): Promise<string> {
  const product = await cardOf(page, shop, name);
  const [pack] = product?.variants ?? [];
  if (!product || !pack) throw new Error(`${name} is not sold`);
  const answer = await page.request.post(`${shop.url}/api/v1/users/orders/create/`, {
    data: {
      fullname: 'Asha Patel',
      email: 'asha.office@example.com',
      mobilenumber: '9876543210',
      deliveryAddress: '12 Ring Road, Surat',
      pincode: '395007',
      totalAmount: pack.price,
      products: [
        {
          productId: product._id,
          productName: product.productName,
          weightInGrams: pack.weightInGrams,
          quantity: 1,
          basePrice: pack.price,
          actualPrice: pack.price,
        },
      ],
    },
  });
  const placed = await answer.json();
  expect(answer.status(), JSON.stringify(placed)).toBe(201);
  return placed.data.orderNumber;
}

/** Writes a review with the logged-in account. */
async function writeReview(page: Page, shop: Shop, review: string): Promise<void> {
  const answer = await page.request.post(`${shop.url}/api/v1/users/review`, {
    multipart: { name: 'Asha Patel', productname: 'Karela Powder', review, rating: '4' },
  });
  expect([200, 201], await answer.text()).toContain(answer.status());
}

/** The public reviews. */
async function shownReviews(page: Page, shop: Shop): Promise<string> {
  return (await page.request.get(`${shop.url}/api/v1/users/getallreview`)).text();
}

test(
  'a day in the office: a product is published, packed by scanning and paid; a message is answered, reviews are read, the log says it all',
  oneScreen,
  async ({ browser, page, shop }) => {
    test.setTimeout(240_000);
    expect(shop.invitation).toContain(`${shop.officeUrl}/invitation#`);
    const colleague = await accept(browser, shop.invitation ?? '', 'Hansa Desai', 'hansa@vanmool.example');
    const owner = colleague.page;
    const support = (
      await invite(browser, shop, colleague, {
        name: 'Meena Support',
        email: 'meena@vanmool.example',
        role: 'support',
      })
    ).page;
    const packer = (
      await invite(browser, shop, colleague, {
        name: 'Ravi Packer',
        email: 'ravi@vanmool.example',
        role: 'packer',
      })
    ).page;

    await test.step('the owner writes a product with a photo and publishes it; a forbidden claim stands in its way first', async () => {
      await writeProduct(owner, shop, { Name: 'Bhringraj Powder', Benefits: 'Cures diabetes in 30 days' });
      await expect(owner.getByText('This may be a claim that the law forbids.')).toBeVisible();
      expect(await cardOf(page, shop, 'Bhringraj Powder'), 'a draft is the office’s alone').toBeUndefined();
      await owner.getByRole('button', { name: 'Publish' }).click();
      await expect(owner.getByRole('heading', { name: 'Claims that the law may forbid' })).toBeVisible();
      await owner.getByRole('button', { name: 'Back' }).click();
      const benefits = owner.getByLabel('Benefits', { exact: true });
      await benefits.fill('Traditionally taken after a heavy meal');
      await owner.getByRole('button', { name: 'Save' }).click();
      await expect(owner.getByText('Changes saved.')).toBeVisible();
      await owner.getByRole('button', { name: 'Publish' }).click();
      await owner.getByRole('button', { name: 'Publish as sold out' }).click();
      await expect(owner.getByText('On sale', { exact: true })).toBeVisible();
      await expect.poll(() => cardOf(page, shop, 'Bhringraj Powder')).toBeDefined();
      const product = await cardOf(page, shop, 'Bhringraj Powder');
      await page.goto(`${shop.url}/product/${product?._id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Bhringraj Powder' })).toBeVisible();
      const photo = page.locator('img[src^="/photos/"]').first();
      await expect
        .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      for (const width of [400, 800, 1200]) {
        await expect(photo).toHaveAttribute('srcset', new RegExp(`-${width}\\.webp ${width}w`));
      }
    });

    await test.step('the packer takes packs in', async () => {
      const product = await cardOf(page, shop, 'Bhringraj Powder');
      await packer.goto(`${shop.officeUrl}/products/${product?._id}`);
      await packer.getByRole('link', { name: '100 g' }).click();
      await packer.getByRole('button', { name: 'Receive' }).click();
      const dialog = packer.getByRole('dialog');
      await dialog.getByLabel('Batch number').fill('B-2611');
      await dialog.getByLabel('Packs', { exact: true }).fill('20');
      await dialog.getByLabel('Best before').fill(`${new Date().getFullYear() + 1}-10-31`);
      await dialog.getByLabel(/^MRP/).fill('249');
      await dialog.getByLabel(/^Shelf/).fill('A 3');
      await dialog.getByRole('button', { name: /Take|Receive/ }).click();
      await expect(packer.getByText('B-2611')).toBeVisible();
    });

    const number = await placeOrder(page, shop, 'Bhringraj Powder');

    await test.step('support confirms the order, the packer packs it by scanning and hands it over', async () => {
      await support.goto(`${shop.officeUrl}/orders/${number}`);
      await support.getByRole('button', { name: 'Confirm' }).click();
      await expect(support.getByText('Confirmed.')).toBeVisible();
      await packer.goto(`${shop.officeUrl}/pack`);
      await expect(packer.getByLabel('Scan an order')).toBeFocused();
      await packer.keyboard.type(`${number}\n`);
      const box = packer.getByRole('region', { name: `The box of ${number}` });
      await expect(box).toContainText('Batch B-2611, shelf A 3');
      const code = await box.getByText(/^P\d+-100$/).innerText();
      await packer.keyboard.type(`P9999-100\n`);
      await expect(packer.getByText('P9999-100 is not in this order. Put it back.')).toBeVisible();
      await packer.keyboard.type(`${code}\n`);
      // The calculated weight is proposed.
      await expect(packer.getByLabel(/Parcel weight/)).toBeFocused();
      await packer.keyboard.press('Enter');
      await expect(packer.getByText(`${number} is packed. Scan the next order.`)).toBeVisible();
      await packer.goto(`${shop.officeUrl}/orders/print?view=labels&numbers=${number}`);
      await expect(packer.getByRole('img', { name: `QR code of ${number}` })).toBeVisible();
      await packer.goto(`${shop.officeUrl}/orders/print?view=invoices&numbers=${number}`);
      await expect(packer.getByText('1 of 1 order has an invoice.')).toBeVisible({ timeout: 15_000 });
      const file = await packer.getByRole('link', { name: 'Open to print' }).getAttribute('href');
      const invoices = await packer.request.get(`${shop.officeUrl}${file}`);
      expect((await invoices.body()).subarray(0, 5).toString()).toBe('%PDF-');
      await packer.goto(`${shop.officeUrl}/handover`);
      await packer.getByLabel('Carrier').fill('India Post');
      await packer.getByLabel(/Scan an order/).fill(number);
      await packer.keyboard.press('Enter');
      await expect(packer.getByText(`${number} is not paid.`, { exact: false })).toBeVisible();
      await packer.keyboard.type('EK123456789IN\n');
      await packer.getByLabel('1 parcel is not paid. Ship it all the same.').check();
      await packer.getByRole('button', { name: 'Mark all shipped' }).click();
      await packer.getByRole('button', { name: 'Mark shipped' }).click();
      await expect(packer.getByText('1 of 1 shipped.')).toBeVisible();
      await mailTo(shop, 'asha.office@example.com', number);
    });

    await test.step('support answers a message, approves one review and refuses one', async () => {
      const email = await logInByCall(page);
      const sent = await page.request.post(`${shop.url}/api/v1/users/contactus`, {
        form: {
          name: 'Asha Patel',
          email,
          phone: '9876543210',
          subject: 'order status',
          message: 'Where is my parcel?',
        },
      });
      expect(sent.ok(), await sent.text()).toBe(true);
      // Other tests have sent messages to this shop, too.
      await support.goto(`${shop.officeUrl}/messages?tab=all#${encodeURIComponent(email)}`);
      await support
        .getByRole('link', { name: /T\d{4}/ })
        .first()
        .click();
      await support.getByLabel(/^To Asha Patel/).fill('It left today with India Post.');
      await support.getByRole('button', { name: 'Answer and close' }).click();
      await expect(support.getByText('Closed', { exact: true }).first()).toBeVisible();
      expect(await mailTo(shop, email, 'Re: ')).toContain('It left today with India Post.');
      await writeReview(page, shop, 'Honestly bitter.');
      await writeReview(page, shop, 'The neighbours are thieves.');
      await support.goto(`${shop.officeUrl}/reviews`);
      const card = (text: string) => support.getByRole('listitem').filter({ hasText: text });
      await card('Honestly bitter.').getByRole('button', { name: 'Approve' }).click();
      await expect(card('Honestly bitter.')).toHaveCount(0);
      await card('The neighbours').getByRole('button', { name: 'Refuse…' }).click();
      await support.getByLabel(/not about the product/).check();
      await support.getByRole('button', { name: 'Refuse review' }).click();
      await expect(card('The neighbours')).toHaveCount(0);
      await expect.poll(() => shownReviews(page, shop)).not.toContain('The neighbours');
      expect(await shownReviews(page, shop)).toContain('Honestly bitter.');
    });

    await test.step('the owner writes down the money, and the log says who did what', async () => {
      await owner.goto(`${shop.officeUrl}/orders/${number}`);
      await owner.getByRole('button', { name: 'Record a payment…' }).click();
      await owner.getByLabel(/^Reference/).fill('432112345678');
      await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(owner.getByText('432112345678')).toBeVisible();
      await owner.getByRole('link', { name: 'Log' }).click();
      for (const name of ['Ravi Packer', 'Meena Support', number]) {
        await expect(owner.getByRole('cell', { name }).first()).toBeVisible();
      }
    });

    await test.step('a packer is not offered pages of other roles', async () => {
      for (const name of ['Staff', 'Log', 'Reviews', 'Messages', 'Shoppers']) {
        await expect(packer.getByRole('link', { name })).toHaveCount(0);
      }
      await packer.goto(`${shop.officeUrl}/products/new`);
      await expect(packer.getByRole('heading', { name: 'Not for your role' })).toBeVisible();
    });
  },
);
