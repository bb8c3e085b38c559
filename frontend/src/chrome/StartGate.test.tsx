import { render, screen } from '@testing-library/react';
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
