import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { StartGate } from './StartGate';

test('a spinner stands until every load is done', async () => {
  let finish = () => {};
  const slow = () => new Promise<void>((resolve) => (finish = resolve));
  render(<StartGate loads={[async () => {}, slow]}>the page</StartGate>);
  expect(screen.getByRole('status')).toBeVisible();
  expect(screen.queryByText('the page')).toBeNull();
  finish();
  expect(await screen.findByText('the page')).toBeVisible();
});

test('a page that has something to show stands beside the spinner, and stays as it is', async () => {
  let finish = () => {};
  const slow = () => new Promise<void>((resolve) => (finish = resolve));
  render(
    <StartGate loads={[slow]} open>
      <input aria-label="the page" />
    </StartGate>,
  );
  expect(screen.getByRole('status')).toBeVisible();
  const page = screen.getByLabelText('the page');
  await userEvent.type(page, 'typed meanwhile');
  finish();
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(screen.getByLabelText('the page')).toBe(page);
  expect(page).toHaveValue('typed meanwhile');
});

test('a page that has something to show is not left standing when a load fails', async () => {
  render(
    <StartGate loads={[() => Promise.reject(new Error('down'))]} open>
      the page
    </StartGate>,
  );
  expect(await screen.findByRole('heading', { name: 'Error Loading Data' })).toBeVisible();
  expect(screen.queryByText('the page')).toBeNull();
});

test('one failure shows the error screen, and Retry runs every load again', async () => {
  const good = vi.fn<() => Promise<void>>().mockResolvedValue();
  const bad = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('down')).mockResolvedValue();
  render(<StartGate loads={[good, bad]}>the page</StartGate>);
  expect(await screen.findByRole('heading', { name: 'Error Loading Data' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('the page')).toBeVisible();
  expect(good).toHaveBeenCalledTimes(2);
  expect(bad).toHaveBeenCalledTimes(2);
});
