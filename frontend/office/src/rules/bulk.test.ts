import { expect, test, vi } from 'vitest';
import { ApiError } from '../api/errors';
import { orderIn, orderOf } from '../test_data';
import { type Outcome, transitionAll } from './bulk';

const confirmed = (orderNumber: string) => orderIn('confirmed', ['packed', 'cancelled'], { orderNumber });

async function run(
  transition: (orderNumber: string) => Promise<ReturnType<typeof orderOf>>,
  isStopped = () => false,
) {
  const outcomes: Outcome[] = [];
  const orders = [
    confirmed('VM-1'),
    orderIn('shipped', ['delivered'], { orderNumber: 'VM-2' }),
    confirmed('VM-3'),
    confirmed('VM-4'),
  ];
  await transitionAll({
    orders,
    to: 'packed',
    transition,
    onOutcome: (outcome) => outcomes.push(outcome),
    isStopped,
  });
  return outcomes.map(({ orderNumber, kind, words }) => [orderNumber, kind, words]);
}

test('orders change one after another; a refused one is reported and does not stop the others', async () => {
  const transition = vi.fn(async (orderNumber: string) => {
    if (orderNumber === 'VM-3') throw new ApiError(409, '', [], orderIn('cancelled', [], { orderNumber }));
    if (orderNumber === 'VM-4') throw new ApiError(500, 'Something went wrong.');
    return orderIn('packed', ['shipped'], { orderNumber });
  });
  expect(await run(transition)).toEqual([
    ['VM-1', 'done', 'Packed.'],
    ['VM-2', 'left out', 'Skipped: it is “On the way”.'],
    ['VM-3', 'changed meanwhile', 'The order changed meanwhile: it is “Cancelled”.'],
    ['VM-4', 'failed', 'Something went wrong.'],
  ]);
  expect(transition.mock.calls.map(([number]) => number)).toEqual(['VM-1', 'VM-3', 'VM-4']);
});

test('stopping it leaves the rest untouched', async () => {
  const transition = vi.fn(async () => orderOf());
  expect(await run(transition, () => transition.mock.calls.length > 0)).toHaveLength(1);
});
