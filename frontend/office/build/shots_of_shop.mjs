// The screens of the shop's details, and how to open them.

const keep = (page) => page.getByRole('button', { name: 'Save' }).click();

async function openShop(page) {
  await page.goto('/settings');
  await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
  await page.getByText('First values').waitFor();
}

async function becomeReal(page) {
  await page.getByLabel('Phone').fill('0261 234 5678');
  await page.getByLabel('WhatsApp').fill('');
  await page.getByLabel('Food licence').fill('10712034000123');
  await page.getByLabel('GSTIN').fill('27AAPFU0939F1ZV');
}

export const shotsOfShop = {
  shop: { open: openShop },
  'shop-wrong': {
    open: async (page) => {
      await openShop(page);
      await keep(page);
      await page.getByText('has 14 digits').waitFor();
    },
  },
  'shop-kept': {
    open: async (page) => {
      await openShop(page);
      await becomeReal(page);
      await keep(page);
      await page.getByText('Saved. The shop shows it').waitFor();
    },
  },
  'shop-leave': {
    open: async (page) => {
      await openShop(page);
      await page.getByLabel('Line below the name').fill('Powders of Surat');
      await page.getByRole('link', { name: 'Today' }).and(page.locator(':visible')).first().click();
      await page.getByText('Unsaved changes are lost.').waitFor();
    },
  },
  'shop-session': {
    open: async (page, office) => {
      await openShop(page);
      await becomeReal(page);
      office.state.me = undefined;
      await keep(page);
      await page.getByLabel('Your password').waitFor();
    },
  },
  'shop-clash': {
    open: async (page, office) => {
      await openShop(page);
      await becomeReal(page);
      await page.getByLabel('Line below the name').fill('Powders of Surat');
      office.state.isShopEdited = true;
      await keep(page);
      await page.getByText('A colleague changed this, too.').waitFor();
    },
  },
};
