// The screens of cash on delivery and of the books, and how to open them.

async function openCash(page) {
  await page.goto('/cash');
  await page.getByRole('region', { name: 'India Post' }).waitFor();
}

async function openOrders(page, state) {
  await page.goto(`/cash/orders?state=${state}`);
  await page.getByRole('link', { name: /^VM-/ }).first().waitFor();
}

async function openBooks(page) {
  await page.goto('/books');
  await page.getByText('Balanced', { exact: true }).waitFor();
}

export const shotsOfCash = {
  books: { role: 'accountant', open: openBooks },
  cash: { role: 'accountant', open: openCash },
  'cash-collected': {
    role: 'accountant',
    open: async (page) => {
      await openCash(page);
      await page.getByRole('link', { name: /^Collected, India Post/ }).click();
      await page
        .getByText(/^Overdue/)
        .first()
        .waitFor();
    },
  },
  'cash-remitted': { open: (page) => openOrders(page, 'remitted') },
};
