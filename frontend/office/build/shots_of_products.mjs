// The screens of products and of phone orders, and how to open them.
import { ProductState } from '../contract/shop/catalog/v1/product_editing_pb.js';
import { press } from './press.mjs';

async function openProduct(page, office, state) {
  const { product } = office.state.products.find((each) => each.state === state);
  await page.goto(`/products/${product.id}`);
  await page.getByRole('heading', { level: 1, name: product.productName }).waitFor();
  return product.id;
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
      await openProduct(page, office, ProductState.PUBLISHED);
      await page.getByLabel('Line below the name').fill('Bitter gourd, whole fruit');
      await press(page, 'Save');
      await page.getByText('Changes saved.').waitFor();
      await page.getByText('Line below the name').last().click();
    },
  },
  'product-claims': {
    open: async (page, office) => {
      await openProduct(page, office, ProductState.DRAFT);
      await page.getByText('No food may be said to cure').first().waitFor();
    },
  },
  'product-publish': {
    open: async (page, office) => {
      await openProduct(page, office, ProductState.DRAFT);
      await press(page, 'Publish');
      await page.getByText('Why they are lawful').waitFor();
    },
  },
  'product-clash': {
    open: async (page, office) => {
      const id = await openProduct(page, office, ProductState.PUBLISHED);
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
