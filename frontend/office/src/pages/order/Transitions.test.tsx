import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { create } from '@bufbuild/protobuf';
import { ShopSchema } from '#contract/shop/catalog/v1/shop_pb.js';
import { orderQuery } from '../../api/queries';
import { queryClient, shopChanged } from '../../api/query_client';
import { useQuery } from '@tanstack/react-query';
import type { Order } from '../../api/types';
import { answerShop, orderIn, orderOf, shopOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { Transitions } from './Transitions';

const number = orderOf().orderNumber;
const route = `POST orders/${number}/transitions`;

/** Shows the buttons with the cached order, as the order's page does. */
function Page() {
  const order = useQuery({ ...orderQuery(number), enabled: false }).data;
  return order && <Transitions order={order} />;
}

function showOrder(order: Order) {
  queryClient.setQueryData(orderQuery(number).queryKey, order);
  return show(<Page />, { services: answerShop() });
}

const buttons = () =>
  within(screen.getByLabelText('Next steps'))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

test.each<[string, Order, string[]]>([
  ['placed', orderOf(), ['Confirm', 'Cancel…']],
  ['confirmed', orderIn('confirmed', ['packed', 'cancelled']), ['Mark packed', 'Cancel…']],
  ['packed', orderIn('packed', ['shipped', 'cancelled']), ['Ship…', 'Cancel…']],
  [
    'shipped',
    orderIn('shipped', ['delivered', 'returned_to_origin', 'lost']),
    ['Delivered…', 'RTO…', 'Lost…'],
  ],
  [
    'return_requested',
    orderIn('return_requested', ['return_accepted', 'returned', 'delivered']),
    ['Accept the return…', 'Inspect the return…', 'Refuse the return…'],
  ],
  [
    'return_accepted',
    orderIn('return_accepted', ['returned', 'delivered']),
    ['Inspect the return…', 'Refuse the return…'],
  ],
])('an order that is %s offers what may come next, and nothing else', (_, order, expected) => {
  answerCalls({});
  showOrder(order);
  expect(buttons()).toEqual(expected);
});

test('an order that waits for its money says so, and can only be cancelled', () => {
  answerCalls({});
  showOrder(orderOf({ paymentMethod: 'online' }));
  expect(screen.getByText(/payment has not arrived yet/)).toBeInTheDocument();
  expect(buttons()).toEqual(['Cancel…']);
});

test('an order that has ended offers nothing', () => {
  answerCalls({});
  showOrder(orderIn('cancelled', []));
  expect(screen.queryByLabelText('Next steps')).not.toBeInTheDocument();
});

test('a step that needs no input is made at once, from the version that was looked at', async () => {
  const calls = answerCalls({ [route]: { data: orderIn('confirmed', ['packed']) } });
  const { user } = showOrder(orderOf());
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(buttons()).toEqual(['Mark packed']));
  expect(calls[0]).toEqual({ route, body: { to: 'confirmed', version: 1 } });
});

test('a delivery, which cannot be undone, is recorded after a question', async () => {
  const calls = answerCalls({ [route]: { data: orderIn('delivered', []) } });
  const { user } = showOrder(orderIn('shipped', ['delivered']));
  await user.click(screen.getByRole('button', { name: 'Delivered…' }));
  const dialog = screen.getByRole('dialog', { name: 'Mark it delivered' });
  expect(dialog).toHaveTextContent('The shopper gets an email.');
  await user.click(within(dialog).getByRole('button', { name: 'Back' }));
  expect(calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delivered…' }));
  await user.click(screen.getByRole('button', { name: 'Mark delivered' }));
  await waitFor(() => expect(calls).toEqual([{ route, body: { to: 'delivered', version: 2 } }]));
});

test('after a conflict the dialog shows the order’s state and keeps the typed text', async () => {
  const present = orderIn('cancelled', [], { version: 3 });
  answerCalls({ [route]: { status: 409, data: present, body: { message: 'It was changed meanwhile.' } } });
  const { user } = showOrder(orderIn('packed', ['shipped', 'cancelled']));
  await user.click(screen.getByRole('button', { name: 'Ship…' }));
  const dialog = screen.getByRole('dialog');
  await user.type(within(dialog).getByRole('combobox', { name: 'Carrier' }), 'Delhivery');
  await user.click(within(dialog).getByRole('button', { name: 'Mark shipped' }));
  expect(await within(dialog).findByText('The order changed meanwhile.')).toBeInTheDocument();
  expect(dialog).toHaveTextContent('The order is “Cancelled”');
  expect(within(dialog).getByRole('combobox', { name: 'Carrier' })).toHaveValue('Delhivery');
  expect(within(dialog).getByRole('button', { name: 'Mark shipped' })).toBeDisabled();
});

test('an order that is not paid says so, and is shipped once that is confirmed', async () => {
  const packed = orderIn('packed', ['shipped', 'cancelled'], { paymentMethod: 'pay_later' });
  const calls = answerCalls({ [route]: { data: orderIn('shipped', ['delivered']) } });
  const { user } = showOrder(packed);
  expect(screen.getByText(/This order is not paid: ₹498.00/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Ship…' }));
  const dialog = screen.getByRole('dialog');
  await user.type(within(dialog).getByRole('combobox', { name: 'Carrier' }), 'Delhivery');
  await user.click(within(dialog).getByRole('button', { name: 'Mark shipped' }));
  expect(await within(dialog).findByText(/Confirm that it is shipped unpaid/)).toBeInTheDocument();
  expect(calls).toEqual([]);
  await user.click(within(dialog).getByRole('checkbox', { name: /It is not paid: ₹498.00/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Mark shipped' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({
    to: 'shipped',
    version: 2,
    parcel: { carrier: 'Delhivery' },
    acceptsUnpaid: true,
  });
});

test('a reason that is missing is said beside its field, and nothing is sent', async () => {
  const calls = answerCalls({});
  const { user } = showOrder(orderOf());
  await user.click(screen.getByRole('button', { name: 'Cancel…' }));
  await user.click(screen.getByRole('button', { name: 'Cancel the order' }));
  expect(await screen.findByText('Enter a reason.')).toBeInTheDocument();
  expect(screen.getByLabelText('Reason')).toHaveFocus();
  expect(calls).toEqual([]);
});

test('a return is accepted with the shop’s address and the payer', async () => {
  const calls = answerCalls({ [route]: { data: orderIn('return_accepted', ['returned', 'delivered']) } });
  const { user } = showOrder(orderIn('return_requested', ['return_accepted', 'returned', 'delivered']));
  await user.click(screen.getByRole('button', { name: 'Accept the return…' }));
  const dialog = screen.getByRole('dialog');
  const { name, addressLines } = shopOf().facts;
  const sendTo = [name, ...addressLines].join('\n');
  await waitFor(() => expect(within(dialog).getByLabelText('Send the packs to')).toHaveValue(sendTo));
  await user.selectOptions(within(dialog).getByLabelText('Who pays for the parcel'), 'The shop');
  await user.click(within(dialog).getByRole('button', { name: 'Accept the return' }));
  await waitFor(() => expect(buttons()).toEqual(['Inspect the return…', 'Refuse the return…']));
  expect(calls[0]?.body).toEqual({
    to: 'return_accepted',
    version: 2,
    returnTerms: { sendTo, paidBy: 'shop' },
  });
});

test('the shop’s address comes into an open return dialog, and leaves typed text alone', async () => {
  answerCalls({});
  const { user } = showOrder(orderIn('return_requested', ['return_accepted', 'returned', 'delivered']));
  await user.click(screen.getByRole('button', { name: 'Accept the return…' }));
  const sendTo = () => screen.getByLabelText('Send the packs to');
  const { name, addressLines } = shopOf().facts;
  await waitFor(() => expect(sendTo()).toHaveValue([name, ...addressLines].join('\n')));
  await user.clear(sendTo());
  await user.type(sendTo(), '7 Mill Road, Surat');
  const changed = create(ShopSchema, shopOf({ addressLines: ['8 Temple Street'] }));
  act(() => shopChanged(changed));
  expect(sendTo()).toHaveValue('7 Mill Road, Surat');
});

test.each([
  ['online', /paid ₹498.00 online: it is refunded automatically/],
  ['upi', /paid ₹498.00: send it back, and record the refund here/],
] as const)('the cancel dialog of an order that was paid by %s names the refund', async (channel, words) => {
  answerCalls({});
  const payment = {
    channel,
    reference: '',
    amount: 498,
    receivedOn: '2026-11-22',
    recordedAt: '2026-11-22T06:00:00Z',
  };
  const { user } = showOrder(
    orderIn('confirmed', ['packed', 'cancelled'], { payment, paymentStatus: 'paid' }),
  );
  await user.click(screen.getByRole('button', { name: 'Cancel…' }));
  expect(screen.getByRole('dialog')).toHaveTextContent(words);
});
