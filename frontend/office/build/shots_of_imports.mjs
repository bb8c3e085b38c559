// The screens of imports, and how to open them.

const FILE = {
  name: 'monday.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('sku,batch\r\nP0001-100,K-1\r\n'),
};

async function openImports(page) {
  await page.goto('/imports');
  await page.getByRole('heading', { level: 1, name: 'Import and export' }).waitFor();
}

async function check(page, office, ends) {
  await openImports(page);
  office.state.importEnds = ends;
  await page.locator('input[type=file]').setInputFiles(FILE);
  await page.getByRole('button', { name: 'Check' }).click();
}

export const shotsOfImports = {
  imports: { open: openImports },
  'imports-running': {
    open: async (page, office) => {
      await check(page, office, 'running');
      await page.getByText('430 of 1,240 rows').waitFor();
    },
  },
  'imports-checked': {
    open: async (page, office) => {
      await check(page, office);
      await page.getByText('no errors').waitFor();
    },
  },
  'imports-wrong': {
    open: async (page, office) => {
      await check(page, office, 'refused');
      await page.getByRole('table').waitFor();
    },
  },
  'imports-done': {
    open: async (page, office) => {
      await check(page, office);
      await page.getByRole('button', { name: 'Import 1,240 rows' }).click();
      await page.getByText('1,240 rows imported').waitFor();
    },
  },
  'imports-accountant': { role: 'accountant', open: openImports },
};
