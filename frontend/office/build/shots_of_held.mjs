// The screens of held packs, and how to open them.

async function openHeld(page) {
  await page.goto('/stock/held');
  await page.getByRole('button', { name: 'Confirm' }).first().waitFor();
}

export const shotsOfHeld = {
  held: { role: 'packer', open: openHeld },
  'held-pack': {
    open: async (page) => {
      await openHeld(page);
      await page
        .getByRole('link', { name: /orders? with/ })
        .first()
        .click();
      await page.getByRole('heading', { name: /^Orders with / }).waitFor();
    },
  },
  'held-waiting': {
    open: async (page) => {
      await page.goto('/stock/held?tab=waiting');
      await page.getByRole('link', { name: /^VM-/ }).first().waitFor();
    },
  },
};
