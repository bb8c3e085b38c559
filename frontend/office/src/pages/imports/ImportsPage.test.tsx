import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Import } from '../../api/imports';
import { queryClient } from '../../api/query_client';
import { meWith } from '../../test_data';
import { show } from '../../test_page';
import ImportsPage from './ImportsPage';

const packer = meWith('stock.write', 'stock.read', 'orders.transition');
const file = new File(['sku,batch\r\nP0001-100,K-1\r\n'], 'monday.csv', { type: 'text/csv' });

function importOf(change: Partial<Import> = {}): Import {
  return {
    id: 'i-1',
    kind: 'stock',
    isDryRun: true,
    state: 'running',
    rowsTotal: 0,
    rowsDone: 0,
    rowsWrong: 0,
    errors: [],
    startedBy: 's-1',
    startedAt: '2026-11-26T07:00:00Z',
    ...change,
  };
}

/** The sent requests: method, path and body. `now` is the import that every poll returns. */
let sent: { method: string; path: string; body: unknown }[] = [];
let now: Import;

beforeEach(() => {
  queryClient.clear();
  sent = [];
  now = importOf();
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (address, init) => {
      const method = init?.method ?? 'GET';
      sent.push({ method, path: String(address).replace('/api/office/v1/', ''), body: init?.body });
      const id = /imports\/\w+\/([^?]+)/.exec(String(address))?.[1] ?? '';
      now = { ...now, id };
      return Response.json({ success: true, data: now }, { status: method === 'POST' ? 202 : 200 });
    }),
  );
});

async function choose(user: ReturnType<typeof show>['user'], chosen = file) {
  await user.upload(screen.getByLabelText(/Choose/), chosen);
}

const posts = () => sent.filter(({ method }) => method === 'POST');

test('a file is checked first, and then brought in by a second look at it', async () => {
  const { user } = show(<ImportsPage />, { me: packer, at: '/imports' });
  expect(screen.getByRole('button', { name: 'Check' })).toBeDisabled();
  await choose(user);
  expect(screen.getByText('monday.csv')).toBeInTheDocument();
  now = importOf({ state: 'checked', rowsTotal: 1_200, rowsDone: 1_200 });
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText(/1,200 rows, no errors/)).toHaveAttribute('role', 'status');
  now = importOf({ state: 'applied', rowsTotal: 1_200, rowsDone: 1_200 });
  await user.click(screen.getByRole('button', { name: 'Import 1,200 rows' }));
  expect(await screen.findByText(/1,200 rows imported/)).toBeInTheDocument();
  const [check, write] = posts();
  expect(check?.path).toMatch(/^imports\/stock\/[0-9a-f-]{36}\?dryRun=true$/);
  expect(write?.path).toMatch(/^imports\/stock\/[0-9a-f-]{36}\?dryRun=false$/);
  expect(check?.path.slice(14, 50)).not.toBe(write?.path.slice(14, 50));
  expect([check?.body, write?.body]).toEqual([file, file]);
  expect(screen.getByRole('button', { name: 'Check' })).toBeDisabled();
});

test('how far it is is said while it is read', async () => {
  const { user } = show(<ImportsPage />, { me: packer, at: '/imports' });
  await choose(user);
  now = importOf({ rowsTotal: 2_000, rowsDone: 500 });
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText('500 of 2,000 rows checked…')).toHaveAttribute('role', 'status');
  expect(screen.getByRole('progressbar')).toHaveValue(500);
  expect(screen.getByRole('button', { name: 'Check' })).toBeDisabled();
});

test('errors are shown by line and column, and nothing can be imported', async () => {
  const { user } = show(<ImportsPage />, { me: packer, at: '/imports' });
  await choose(user);
  const errors = [
    { line: 3, column: 'mrp', message: 'The MRP is an amount of rupees' },
    { line: 9, message: 'This row has 2 cells' },
  ];
  now = importOf({ state: 'refused', rowsTotal: 500, rowsDone: 500, rowsWrong: 140, errors });
  await user.click(screen.getByRole('button', { name: 'Check' }));
  const table = await screen.findByRole('table', { name: 'Errors' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['3', 'mrp', 'The MRP is an amount of rupees'],
    ['9', 'the row', 'This row has 2 cells'],
  ]);
  expect(screen.getByText('140 of 500 rows are wrong. Nothing was imported.')).toBeInTheDocument();
  expect(screen.getByText(/the first 2\./)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Import/ })).not.toBeInTheDocument();
  // Choosing the corrected file removes the old errors.
  await choose(user);
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('an answer that is lost is asked for again with the same id', async () => {
  const { user } = show(<ImportsPage />, { me: packer, at: '/imports' });
  await choose(user);
  const fetched = vi.mocked(fetch);
  fetched.mockImplementationOnce(async (address, init) => {
    sent.push({ method: String(init?.method), path: String(address), body: init?.body });
    throw new TypeError('network error');
  });
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The office cannot be reached.');
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await waitFor(() => expect(posts()).toHaveLength(2));
  const [lost, again] = posts();
  expect(lost?.path).toContain(again?.path);
});

test('an import can be come back to, and needs its file again to be brought in', async () => {
  now = importOf({ state: 'checked', rowsTotal: 1, rowsDone: 1 });
  show(<ImportsPage />, { me: packer, at: '/imports?kind=stock&import=i-1' });
  expect(await screen.findByText(/1 row, no errors/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Import 1 row' })).toBeDisabled();
  expect(screen.getByText('Choose the file again to import it.')).toBeInTheDocument();
});

test('each role is offered what it may bring in, and what it may take out', async () => {
  const accountant = show(<ImportsPage />, { me: meWith('stock.read', 'payments.record'), at: '/imports' });
  const names = () =>
    screen.getAllByRole('radio').map((radio) => radio.closest('label')?.querySelector('b')?.textContent);
  expect(names()).toEqual(['Remittances', 'Bank statement']);
  accountant.unmount();
  show(<ImportsPage />, { me: packer, at: '/imports' });
  expect(names()).toEqual(['Stock', 'Tracking numbers']);
  expect(screen.getByRole('button', { name: 'Export Stock' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Export Tracking numbers' })).not.toBeInTheDocument();
});

test('an imported statement links to its open credits', async () => {
  now = importOf({ kind: 'statements', isDryRun: false, state: 'applied', rowsTotal: 2, rowsDone: 2 });
  const me = meWith('payments.record');
  show(<ImportsPage />, { me, at: '/imports?kind=statements&import=i-1' });
  const link = await screen.findByRole('link', { name: 'Unmatched credits' });
  expect(link).toHaveAttribute('href', '/payments/credits');
});

test('a file that is too large is not sent, and another kind begins anew', async () => {
  const { user } = show(<ImportsPage />, { me: packer, at: '/imports' });
  const large = new File([new Uint8Array(16 * 1024 * 1024 + 1)], 'large.csv');
  await choose(user, large);
  expect(await screen.findByRole('alert')).toHaveTextContent('larger than 16 MB');
  expect(screen.getByRole('button', { name: 'Check' })).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: /Tracking/ }));
  expect(screen.getByRole('heading', { name: 'Import tracking numbers' })).toBeInTheDocument();
  expect(screen.queryByText('large.csv')).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});
