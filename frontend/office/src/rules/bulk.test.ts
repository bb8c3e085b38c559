import { expect, test, vi } from 'vitest';
import { ApiError } from '../api/errors';
import { orderIn, orderOf } from '../test_data';
import { moveAll, type Outcome } from './bulk';

const confirmed = (orderNumber: string) => orderIn('confirmed', ['packed', 'cancelled'], { orderNumber });

async function run(
  move: (orderNumber: string) => Promise<ReturnType<typeof orderOf>>,
  isStopped = () => false,
) {
  const outcomes: Outcome[] = [];
  const orders = [
    confirmed('VM-1'),
    orderIn('shipped', ['delivered'], { orderNumber: 'VM-2' }),
    confirmed('VM-3'),
    confirmed('VM-4'),
  ];
  await moveAll({ orders, to: 'packed', move, onOutcome: (outcome) => outcomes.push(outcome), isStopped });
  return outcomes.map(({ orderNumber, kind, words }) => [orderNumber, kind, words]);
}

test('orders move one after another; one that cannot be moved is reported and holds up none', async () => {
  const move = vi.fn(async (orderNumber: string) => {
    if (orderNumber === 'VM-3') throw new ApiError(409, '', [], orderIn('cancelled', [], { orderNumber }));
    if (orderNumber === 'VM-4') throw new ApiError(500, 'Something went wrong.');
    return orderIn('packed', ['shipped'], { orderNumber });
  });
  expect(await run(move)).toEqual([
    ['VM-1', 'done', 'Packed.'],
    ['VM-2', 'left out', 'Skipped: it is “On the way”.'],
    ['VM-3', 'changed meanwhile', 'The order changed meanwhile: it is “Cancelled”.'],
    ['VM-4', 'failed', 'Something went wrong.'],
  ]);
  expect(move.mock.calls.map(([number]) => number)).toEqual(['VM-1', 'VM-3', 'VM-4']);
});

test('stopping it leaves the rest untouched', async () => {
  const move = vi.fn(async () => orderOf());
  expect(await run(move, () => move.mock.calls.length > 0)).toHaveLength(1);
});
