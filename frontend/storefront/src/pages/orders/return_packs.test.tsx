import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import { ApiError } from '../../api/errors';
import type { Order, OrderedLine, OrderStatus, ReturnedLine } from '../../api/types';
import { notifyError } from '../../messages/notify';
import { setLoginFlag } from '../../stores/login';
import { ashwagandha, karela, orderAfter } from '../../test_data';
import OrdersPage from './OrdersPage';

vi.mock('../../api/client');
vi.mock('../../messages/notify');

const toDelivery = ['placed', 'confirmed', 'packed', 'shipped', 'delivered'] as const;
const delivered = orderAfter(...toDelivery);
const [twoOfKarela, oneOfAshwagandha] = delivered.lines as [OrderedLine, OrderedLine];
const karela100 = 'Karela Powder, 100 g';
const ashwagandha75 = 'Ashwagandha Powder, 75 g';
const reason = 'Torn';

beforeEach(() => {
  for (const call of [client.readOrder, client.returnOrder]) vi.mocked(call).mockReset();
  vi.mocked(notifyError).mockReset();
  setLoginFlag(true);
});

/** An order with these statuses after its delivery, each for these packs. */
function about(lines: ReturnedLine[], ...steps: OrderStatus[]): Order {
  const order = orderAfter(...toDelivery, ...steps);
  const changes = order.changes.map((change) =>
    steps.includes(change.status) ? { ...change, lines } : change,
  );
  return { ...order, changes };
}

async function open(order: Order) {
  vi.mocked(client.readOrder).mockResolvedValue(order);
  render(
    <MemoryRouter initialEntries={[`/orders/${order.orderNumber}`]}>
      <Routes>
        <Route path="/orders/:id" element={<OrdersPage />} />
      </Routes>
    </MemoryRouter>,
  );
  await screen.findByRole('article');
}

async function askFor(order: Order) {
  await open(order);
  await userEvent.click(screen.getByRole('button', { name: 'Return it' }));
}

const reasonField = () => screen.getByLabelText('Why do you want to return it?');
const packs = () => screen.getByRole('group', { name: 'Which packs do you want to return?' });
const quantity = (pack: string) =>
  within(screen.getByRole('group', { name: `Quantity of ${pack}` })).getByTestId('quantity');
const takeOut = (pack: string) =>
  userEvent.click(screen.getByRole('button', { name: `Decrease quantity of ${pack}` }));
const putBack = (pack: string) =>
  userEvent.click(screen.getByRole('button', { name: `Increase quantity of ${pack}` }));
const send = () => userEvent.click(screen.getByRole('button', { name: 'Request a return' }));
/** The steps of an order that name packs, with their texts. */
const told = () =>
  within(screen.getByRole('region', { name: 'Order history' }))
    .getAllByRole('listitem')
    .map((step) => ({ step, packs: within(step).queryAllByText(/^\d+ of \d+ /) }))
    .filter((said) => said.packs.length > 0)
    .map((said) => [said.step.querySelector('b'), ...said.packs].map((words) => words?.textContent));

test('all packs are returned until some are taken out, and the question has the focus', async () => {
  await askFor(delivered);
  expect(packs()).toHaveFocus();
  expect(quantity(karela100)).toHaveTextContent('2');
  expect(quantity(ashwagandha75)).toHaveTextContent('1');
  expect(within(packs()).getByRole('status')).toHaveTextContent('All 3 packs will be returned.');
  await takeOut(karela100);
  expect(within(packs()).getByRole('status')).toHaveTextContent('2 of 3 packs will be returned.');
});

test('one pack of two is sent as exactly that, and the order says so', async () => {
  const returned = [{ productId: karela._id, weightInGrams: 100, quantity: 1 }];
  vi.mocked(client.returnOrder).mockResolvedValue(about(returned, 'return_requested'));
  await askFor(delivered);
  await takeOut(karela100);
  await takeOut(ashwagandha75);
  await userEvent.type(reasonField(), reason);
  await send();
  const body = { version: 5, reason, lines: returned };
  expect(client.returnOrder).toHaveBeenCalledExactlyOnceWith(delivered.orderNumber, body);
  expect(told()).toEqual([['Return requested', '1 of 2 Karela Powder 100 g']]);
});

test('a return without a pack is refused at the packs, and nothing is sent', async () => {
  await askFor({ ...delivered, lines: [twoOfKarela] });
  await takeOut(karela100);
  await takeOut(karela100);
  await userEvent.type(reasonField(), reason);
  await send();
  expect(client.returnOrder).not.toHaveBeenCalled();
  expect(notifyError).toHaveBeenCalledExactlyOnceWith('Pick at least one pack to return');
  expect(packs()).toHaveFocus();
  expect(packs()).toHaveAccessibleDescription('Pick at least one pack to return');
  await putBack(karela100);
  expect(packs()).not.toHaveAccessibleDescription();
});

test('all packs are sent without a list, also when one was taken out and put back', async () => {
  vi.mocked(client.returnOrder).mockResolvedValue(orderAfter(...toDelivery, 'return_requested'));
  await askFor(delivered);
  await takeOut(karela100);
  await putBack(karela100);
  await userEvent.type(reasonField(), reason);
  await send();
  expect(client.returnOrder).toHaveBeenCalledExactlyOnceWith(delivered.orderNumber, { version: 5, reason });
  expect(told()).toEqual([]);
});

test('an order of a single pack has nothing to pick', async () => {
  await askFor({ ...delivered, lines: [oneOfAshwagandha] });
  expect(within(screen.getByRole('dialog')).queryByRole('group')).toBeNull();
  expect(reasonField()).toHaveFocus();
});

test('packs that the shop refuses are told at the packs', async () => {
  const message = 'A return names at most 50 packs';
  vi.mocked(client.returnOrder).mockRejectedValue(
    new ApiError(422, message, [{ field: 'lines', message, code: 'TOO_MANY' }]),
  );
  await askFor(delivered);
  await takeOut(karela100);
  await userEvent.type(reasonField(), reason);
  await send();
  expect(packs()).toHaveFocus();
  expect(packs()).toHaveAccessibleDescription(message);
});

test('each step of a return says which packs it is about', async () => {
  const returned = [
    { productId: karela._id, weightInGrams: 100, quantity: 1 },
    { productId: ashwagandha._id, weightInGrams: 75, quantity: 1 },
  ];
  await open(about(returned, 'return_requested', 'returned'));
  const named = ['1 of 2 Karela Powder 100 g', '1 of 1 Ashwagandha Powder 75 g'];
  expect(told()).toEqual([
    ['Return requested', ...named],
    ['Returned', ...named],
  ]);
});
