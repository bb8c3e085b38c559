import { render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import { ApiError } from '../../api/errors';
import type { Label } from '../../api/types';
import { karela, withLeft } from '../../test_data';
import { PackFacts } from './PackFacts';

vi.mock('../../api/client');

const label: Label = {
  weightInGrams: 100,
  batchNumber: 'VM01-100-A',
  packedOn: '2026-06-25',
  bestBefore: '2027-12-17',
  mrp: 298,
};

beforeEach(() => {
  vi.mocked(client.listLabels)
    .mockReset()
    .mockResolvedValue([label, { ...label, weightInGrams: 200, batchNumber: 'VM01-200-A', mrp: 387.5 }]);
});

/** The text for a weight. */
async function labelOf(weight: string): Promise<string> {
  const term = await screen.findByText(weight, { selector: 'dt' });
  const row = term.closest('div');
  if (!row) throw new Error(`${weight} stands in no row`);
  return within(row).getByRole('definition').textContent;
}

const onThePack = 'Batch, packing date and MRP are printed on the pack.';

test('each weight has what is printed on the packs that go next', async () => {
  render(<PackFacts product={karela} />);
  await screen.findByText(/VM01-100-A/);
  expect(await labelOf('100 g')).toBe(
    'MRP ₹298, all taxes includedBatch VM01-100-APacked 25 Jun 2026Best before 17 Dec 2027',
  );
  expect(await labelOf('200 g')).toContain('MRP ₹387.50, all taxes includedBatch VM01-200-A');
  expect(client.listLabels).toHaveBeenCalledExactlyOnceWith(karela._id);
});

test('their place is there before they are', async () => {
  vi.mocked(client.listLabels).mockReturnValue(new Promise(() => {}));
  render(<PackFacts product={karela} />);
  expect([await labelOf('100 g'), await labelOf('200 g')]).toEqual(['Loading…', 'Loading…']);
});

test('a weight that is sold out has no place, and one of which nothing is known says where they are', async () => {
  vi.mocked(client.listLabels).mockResolvedValue([]);
  render(<PackFacts product={withLeft(karela, Infinity, 0)} />);
  expect(await screen.findByText(onThePack)).toBeVisible();
  expect(await labelOf('100 g')).toBe(onThePack);
  expect(screen.queryByText('200 g', { selector: 'dt' })).toBeNull();
});

test('a sold-out product has no pack that is shipped next', () => {
  render(<PackFacts product={withLeft(karela, 0, 0)} />);
  expect(screen.queryByRole('heading', { name: 'On the packs we ship next' })).toBeNull();
});

test('without an answer everything else is shown, and nothing false is said', async () => {
  vi.mocked(client.listLabels).mockRejectedValue(new ApiError(503, 'The shop cannot answer right now.'));
  render(<PackFacts product={karela} />);
  expect(await screen.findAllByText(onThePack)).toHaveLength(2);
  expect(screen.getByText('Country of origin')).toBeVisible();
  expect(screen.queryByText('The shop cannot answer right now.')).toBeNull();
});
