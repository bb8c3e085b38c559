import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Order } from '../../api/types';
import { queryClient } from '../../api/query_client';
import { answerShop, meWith, orderIn } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { handedOver } from '../orders/bulk_run';
import { BulkProgress } from '../orders/BulkProgress';
import HandoverPage from './HandoverPage';

beforeEach(() => {
  queryClient.clear();
  sessionStorage.clear();
});
afterEach(() => handedOver.forget());

const me = meWith('orders.read', 'orders.transition');
const packedOrder = (orderNumber: string) =>
  orderIn('packed', ['shipped'], { orderId: orderNumber, orderNumber });

/** Presses “Mark all shipped” and answers the question. */
async function shipAll(user: ReturnType<typeof show>['user'], title: string) {
  await user.click(screen.getByRole('button', { name: 'Mark all shipped' }));
  const question = screen.getByRole('dialog', { name: title });
  expect(question).toHaveTextContent('Shoppers with an email address get an email.');
  await user.click(within(question).getByRole('button', { name: 'Mark shipped' }));
}

test('the list that the driver signs has the weight of each parcel, and their sum', async () => {
  const packed = (orderNumber: string, parcelWeightInGrams?: number) => ({
    data: orderIn('packed', ['shipped'], { orderId: orderNumber, orderNumber, parcelWeightInGrams }),
  });
  answerCalls({
    'GET orders/VM-1': packed('VM-1', 540),
    'GET orders/VM-2': packed('VM-2', 1240),
    'GET orders/VM-3': packed('VM-3'),
  });
  const { user } = show(<HandoverPage />, { me, services: answerShop() });
  await user.keyboard('VM-1{Enter}AWB1{Enter}VM-2{Enter}VM-3{Enter}');
  expect(await screen.findByText('VM-3: now scan its tracking number.')).toBeInTheDocument();
  const list = screen.getByRole('region', { name: 'Parcels' });
  const rows = within(list).getAllByRole('row').slice(1);
  const weights = rows.map((row) => within(row).getAllByRole('cell').at(4)?.textContent);
  expect(weights).toEqual(['540\u00A0g', '1.24\u00A0kg', '—']);
  expect(list).toHaveTextContent('3 parcels, 6 packs, 1.78 kg without 1 not weighed.');
});

test('a list outlives its page, and looks its orders up again', async () => {
  answerCalls({
    'GET orders/VM-1': { data: packedOrder('VM-1') },
    'GET orders?number=VM-1': { data: { orders: [packedOrder('VM-1')] } },
    'GET orders/VM-2': { data: packedOrder('VM-2') },
  });
  const { user } = show(<HandoverPage />, { me, services: answerShop() });
  await user.keyboard('VM-1{Enter}AWB1{Enter}');
  expect(await screen.findByText('VM-1 has tracking number AWB1.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'VM-1' })).toHaveAttribute('target', '_blank');
  await user.type(screen.getByRole('combobox', { name: 'Carrier' }), 'Delhivery');
  cleanup();
  expect(JSON.stringify(sessionStorage)).not.toContain('Asha');
  const again = show(<HandoverPage />, { me, services: answerShop() });
  await again.user.click(screen.getByRole('textbox', { name: /Scan an order/ }));
  await again.user.keyboard('VM-2{Enter}');
  expect(await screen.findByText('VM-2: now scan its tracking number.')).toBeInTheDocument();
  const list = screen.getByRole('region', { name: 'Parcels' });
  expect(list).toHaveTextContent('VM-1AWB1');
  expect(list).toHaveTextContent('2 parcels');
  expect(screen.getByRole('combobox', { name: 'Carrier' })).toHaveValue('Delhivery');
});

test('parcels that were shipped stay on the list for the driver, and are not shipped again', async () => {
  const calls = answerCalls({
    'GET orders/VM-1': { data: packedOrder('VM-1') },
    'GET orders/VM-2': { data: packedOrder('VM-2') },
    'GET orders/VM-3': { data: packedOrder('VM-3') },
    'POST orders/VM-1/transitions': { data: orderIn('shipped', ['delivered'], { orderNumber: 'VM-1' }) },
    'POST orders/VM-2/transitions': [
      { status: 503, body: { message: 'Not now.' } },
      { data: orderIn('shipped', ['delivered'], { orderNumber: 'VM-2' }) },
    ],
  });
  const { user } = show(<HandoverPage />, { me, services: answerShop() });
  await user.keyboard('VM-1{Enter}VM-2{Enter}');
  await user.type(screen.getByRole('combobox', { name: 'Carrier' }), 'Delhivery');
  const ship = screen.getByRole('button', { name: 'Mark all shipped' });
  await waitFor(() => expect(ship).toBeEnabled());
  await shipAll(user, 'Mark 2 orders shipped?');
  expect(await screen.findByText('1 of 2 shipped.')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Parcels' })).toHaveTextContent('2 parcels');
  await shipAll(user, 'Mark 1 order shipped?');
  expect(await screen.findByText('1 of 1 shipped.')).toBeInTheDocument();
  expect(ship).toBeDisabled();
  expect(calls.filter(({ route }) => route === 'POST orders/VM-1/transitions')).toHaveLength(1);
  await user.click(screen.getByRole('textbox', { name: /Scan an order/ }));
  await user.keyboard('VM-3{Enter}');
  expect(await screen.findByText('VM-3: now scan its tracking number.')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Parcels' })).toHaveTextContent('1 parcel');
  expect(screen.queryByText('VM-1')).not.toBeInTheDocument();
});

test('asks before parcels that are not paid are shipped, and again for one that comes later', async () => {
  const packed = (orderNumber: string, change: Partial<Order> = {}) => ({
    data: orderIn('packed', ['shipped'], { orderId: orderNumber, orderNumber, ...change }),
  });
  const calls = answerCalls({
    'GET orders/VM-1': packed('VM-1'),
    'GET orders/VM-2': packed('VM-2', { paymentMethod: 'pay_later' }),
    'GET orders/VM-3': packed('VM-3', { paymentMethod: undefined }),
    'POST orders/VM-1/transitions': packed('VM-1', { status: 'shipped', nextStates: [] }),
    'POST orders/VM-2/transitions': packed('VM-2', { status: 'shipped', nextStates: [] }),
    'POST orders/VM-3/transitions': packed('VM-3', { status: 'shipped', nextStates: [] }),
  });
  const { user } = show(<HandoverPage />, { me: meWith('orders.read', 'orders.transition') });
  await user.keyboard('VM-1{Enter}');
  await screen.findByText('VM-1: now scan its tracking number.');
  await user.type(screen.getByRole('combobox', { name: 'Carrier' }), 'Delhivery');
  const ship = screen.getByRole('button', { name: 'Mark all shipped' });
  expect(ship).toBeEnabled();

  const scan = screen.getByRole('textbox', { name: /Scan an order/ });
  await user.type(scan, 'VM-2{Enter}');
  expect(await screen.findByText(/VM-2 is not paid/)).toBeInTheDocument();
  expect(ship).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: '1 parcel is not paid. Ship it all the same.' }));
  expect(ship).toBeEnabled();
  await user.type(scan, 'VM-3{Enter}');
  const both = await screen.findByRole('checkbox', { name: /^2 parcels are not paid/ });
  expect(both).not.toBeChecked();
  expect(ship).toBeDisabled();
  await user.click(both);
  await shipAll(user, 'Mark 3 orders shipped?');
  const transitions = () => calls.filter(({ route }) => route.startsWith('POST'));
  await waitFor(() => expect(transitions()).toHaveLength(3));
  const sent = transitions().map(({ body }) => body);
  expect(sent).toEqual([
    { to: 'shipped', version: 2, parcel: { carrier: 'Delhivery' } },
    { to: 'shipped', version: 2, parcel: { carrier: 'Delhivery' }, acceptsUnpaid: true },
    { to: 'shipped', version: 2, parcel: { carrier: 'Delhivery' }, acceptsUnpaid: true },
  ]);
});

test('no parcel is shipped before the question is answered', async () => {
  const calls = answerCalls({
    'GET orders/VM-1': { data: packedOrder('VM-1') },
  });
  const { user } = show(<HandoverPage />, { me, services: answerShop() });
  await user.keyboard('VM-1{Enter}');
  await user.type(screen.getByRole('combobox', { name: 'Carrier' }), 'Delhivery');
  const ship = screen.getByRole('button', { name: 'Mark all shipped' });
  await waitFor(() => expect(ship).toBeEnabled());
  await user.click(ship);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Back' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
});

test('parcels go on while another page is open, which says how far they are and stops them; the rest goes on later', async () => {
  let answer: (() => void) | undefined;
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const shipped = (orderNumber: string) => ({
    ...packedOrder(orderNumber),
    status: 'shipped',
    nextStates: [],
  });
  const calls = answerCalls({
    'GET orders/VM-1': { data: packedOrder('VM-1') },
    'GET orders/VM-2': { data: packedOrder('VM-2') },
    'GET orders?number=VM-1&number=VM-2': { data: { orders: [shipped('VM-1'), packedOrder('VM-2')] } },
    'POST orders/VM-1/transitions': { data: shipped('VM-1'), after: waiting },
    'POST orders/VM-2/transitions': { data: shipped('VM-2') },
  });
  const sent = () => calls.filter(({ route }) => route.startsWith('POST')).map(({ route }) => route);
  const page = show(<HandoverPage />, { me, services: answerShop() });
  await page.user.keyboard('VM-1{Enter}AWB1{Enter}VM-2{Enter}AWB2{Enter}');
  expect(await screen.findByText('VM-2 has tracking number AWB2.')).toBeInTheDocument();
  await page.user.type(screen.getByRole('combobox', { name: 'Carrier' }), 'Delhivery');
  await shipAll(page.user, 'Mark 2 orders shipped?');
  expect(screen.queryByRole('button', { name: 'Remove VM-2' })).not.toBeInTheDocument();
  page.unmount();

  const elsewhere = show(<BulkProgress />, { me, at: '/stock' });
  expect(screen.getByText(/^Shipped: 0 of 2/)).toBeInTheDocument();
  await elsewhere.user.click(screen.getByRole('button', { name: 'Stop' }));
  answer?.();
  expect(await screen.findByText('Shipped: 1 of 2.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See the results' })).toHaveAttribute('href', '/handover');
  elsewhere.unmount();

  const again = show(<HandoverPage />, { me, at: '/handover' });
  const outcomes = await screen.findByLabelText('Results');
  expect(outcomes).toHaveTextContent('1 of 2 shipped. 1 not tried yet.');
  const ship = screen.getByRole('button', { name: 'Mark all shipped' });
  await waitFor(() => expect(ship).toBeEnabled());
  await shipAll(again.user, 'Mark 1 order shipped?');
  expect(await screen.findByText('1 of 1 shipped.')).toBeInTheDocument();
  expect(sent()).toEqual(['POST orders/VM-1/transitions', 'POST orders/VM-2/transitions']);
  const [, last] = calls.filter(({ route }) => route.startsWith('POST'));
  expect(last?.body).toMatchObject({ parcel: { carrier: 'Delhivery', trackingNumber: 'AWB2' } });
});

test('a kept list that cannot be loaded is not overwritten by the next scan, and is tried again', async () => {
  sessionStorage.setItem(
    'draft s-1 handover',
    JSON.stringify({
      carrier: 'Delhivery',
      parcels: [
        ['VM-1', 'AWB1'],
        ['VM-2', 'AWB2'],
      ],
    }),
  );
  answerCalls({
    'GET orders?number=VM-1&number=VM-2': [
      { status: 400, body: { message: 'Not now.' } },
      { data: { orders: [packedOrder('VM-1'), packedOrder('VM-2')] } },
    ],
    'GET orders/VM-3': { data: packedOrder('VM-3') },
  });
  const { user } = show(<HandoverPage />, { me, services: answerShop() });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'There is no answer about the parcels of your list. Not now.',
  );
  await user.click(screen.getByRole('textbox', { name: /Scan an order/ }));
  await user.keyboard('VM-3{Enter}AWB3{Enter}');
  expect(await screen.findByText('VM-3 has tracking number AWB3.')).toBeInTheDocument();
  const kept = JSON.parse(sessionStorage.getItem('draft s-1 handover') ?? '{}');
  expect(kept.parcels).toEqual([
    ['VM-1', 'AWB1'],
    ['VM-2', 'AWB2'],
    ['VM-3', 'AWB3'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('textbox', { name: /Scan an order/ })).toHaveFocus();
  const list = screen.getByRole('region', { name: 'Parcels' });
  await waitFor(() => expect(list).toHaveTextContent('3 parcels'));
  expect(within(list).getAllByRole('row').at(1)).toHaveTextContent('VM-1AWB1');
  expect(within(list).getAllByRole('row').at(3)).toHaveTextContent('VM-3AWB3');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('the focus goes from a removed parcel to the next one, and at last to the scan field', async () => {
  answerCalls(
    Object.fromEntries(
      ['VM-1', 'VM-2', 'VM-3'].map((each) => [`GET orders/${each}`, { data: packedOrder(each) }]),
    ),
  );
  const { user } = show(<HandoverPage />, { me, services: answerShop() });
  await user.keyboard('VM-1{Enter}VM-2{Enter}VM-3{Enter}');
  await screen.findByRole('button', { name: 'Remove VM-3' });
  await user.click(screen.getByRole('button', { name: 'Remove VM-2' }));
  expect(screen.getByRole('button', { name: 'Remove VM-3' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Remove VM-1' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('region', { name: 'Parcels' })).not.toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: /Scan an order/ })).toHaveFocus();
});
