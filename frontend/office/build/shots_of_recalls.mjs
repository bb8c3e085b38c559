// The screens of a recalled batch's shoppers, and how to open them.
import { press } from './press.mjs';

async function openRecalled(page, office) {
  await page.goto('/stock');
  await page
    .getByRole('link', { name: /Karela/ })
    .first()
    .click();
  await page.getByText('K-2610').first().waitFor();
  for (const batch of [...office.state.batches.values()].flat()) batch.isRecalled = true;
  await page.reload();
  await press(page, 'Who has it…');
  await page.getByText(/^3 shoppers to write to/).waitFor();
}

export const shotsOfRecalls = {
  'recall-notices': { open: openRecalled },
  'recall-notices-sent': {
    open: async (page, office) => {
      await openRecalled(page, office);
      await press(page, /^Write to/);
      await page.getByText(/^3 written to/).waitFor();
    },
  },
};
