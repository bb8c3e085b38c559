// The screens of products and of phone orders, and how to open them.
import { press } from './press.mjs';

async function openProduct(page, office, state) {
  const { id, content } = office.state.products.find((each) => each.state === state);
  await page.goto(`/products/${id}`);
  await page.getByRole('heading', { level: 1, name: content.productName }).waitFor();
  return id;
}

export const shotsOfProducts = {
  products: {
    open: async (page) => {
      await page.goto('/products');
      await page.getByText('Karela Powder').first().waitFor();
    },
  },
  product: {
    open: async (page, office) => {
      await openProduct(page, office, 'published');
      await page.getByLabel('Line below the name').fill('Bitter gourd, whole fruit');
      await press(page, 'Save');
      await page.getByText('Changes saved.').waitFor();
      await page.getByText('Line below the name').last().click();
    },
  },
  'product-claims': {
    open: async (page, office) => {
      await openProduct(page, office, 'draft');
      await page.getByText('No food may be said to cure').first().waitFor();
    },
  },
  'product-publish': {
    open: async (page, office) => {
      await openProduct(page, office, 'draft');
      await press(page, 'Publish');
      await page.getByText('Why they are lawful').waitFor();
    },
  },
  'product-clash': {
    open: async (page, office) => {
      const id = await openProduct(page, office, 'published');
      office.state.edited.add(id);
      await page.getByLabel('Line below the name').fill('Bitter gourd, whole fruit');
      await press(page, 'Save');
      await page.getByText('A colleague changed this, too.').waitFor();
    },
  },
  'product-new': {
    open: async (page) => {
      await page.goto('/products/new');
      await press(page, 'Save draft');
      await page.getByText('Enter a name.').waitFor();
    },
  },
  'order-new': {
    role: 'support',
    open: async (page) => {
      await page.goto('/orders/new');
      await page.getByText('Karela Powder').first().waitFor();
      await page.getByLabel('Find a pack').fill('karela 100');
      await page.keyboard.press('Enter');
      await page.getByLabel('Find a pack').fill('jamun 200');
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Pincode', exact: true }).fill('395007');
      await page.getByText('Surat, Gujarat').waitFor();
    },
  },
};
