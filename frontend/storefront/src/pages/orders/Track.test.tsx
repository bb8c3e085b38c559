import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import { ApiError } from '../../api/errors';
import type { Order } from '../../api/types';
import { notifyError, notifySuccess } from '../../messages/notify';
import { karela, orderAfter } from '../../test_data';
import OrdersPage from './OrdersPage';

vi.mock('../../api/client');
vi.mock('../../messages/notify');

const number = 'VM-261123-7K3QX';
const mobilenumber = '9876543210';
const masked = { fullname: 'A… P…', mobilenumber: '…3210', deliveryAddress: '', isMasked: true };
const placed: Order = { ...orderAfter('placed'), ...masked };
const delivered: Order = {
  ...orderAfter('placed', 'confirmed', 'packed', 'shipped', 'delivered'),
  ...masked,
};

beforeEach(() => {
  for (const call of [client.trackOrder, client.cancelOrder, client.returnOrder]) vi.mocked(call).mockReset();
  vi.mocked(notifyError).mockReset();
  vi.mocked(notifySuccess).mockReset();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function open(address = `/track?order=${number}`) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/track" element={<OrdersPage />} />
      </Routes>
      <Link to="/track">track another</Link>
      <Address />
    </MemoryRouter>,
  );
}

const address = () => document.querySelector('output')?.textContent;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const heading = () => screen.findByRole('heading', { level: 2, name: `Order ${number}` });

async function find(order: Order, typed = mobilenumber) {
  vi.mocked(client.trackOrder).mockResolvedValueOnce(order);
  open();
  fireEvent.change(field('Mobile number'), { target: { value: typed } });
  await press('Show my order');
  return heading();
}

test('a link brings the order’s number along, and the shopper adds the mobile number', async () => {
  const found = await find(placed, '+91 98765-43210');
  expect(client.trackOrder).toHaveBeenCalledExactlyOnceWith({ orderNumber: number, mobilenumber });
  expect(found).toHaveFocus();
  expect(address()).toBe(`/track?order=${number}`);
  expect(screen.getByText('A… P…')).toBeVisible();
  expect(screen.getByText(/^Partly hidden/)).toBeVisible();
  expect([...Object.values(localStorage), ...Object.values(sessionStorage)].join()).not.toContain(
    mobilenumber,
  );
});

test('an order that waits for its payment says so, and when it is cancelled', async () => {
  await find({ ...placed, paymentMethod: 'online', paymentDueAt: '2026-11-28T01:37:00Z' });
  expect(
    screen.getByText(
      'Your order waits for your payment of ₹847.00. If you do not pay by 28 Nov 2026, 7:07 am, it is cancelled automatically.',
    ),
  ).toBeVisible();
  expect(screen.queryByText(/We have your order and will confirm it soon/)).toBeNull();
});

test('an order that is paid later says how, with a code for UPI', async () => {
  const payTo = {
    upiId: 'vanmool@okaxis',
    upiLink: 'upi://pay?pa=vanmool@okaxis&am=847.00',
    bankAccount: { holder: 'Vanmool Herbals LLP', number: '123456789012', ifsc: 'HDFC0000001' },
  };
  await find({ ...placed, paymentMethod: 'pay_later', payTo });
  const how = within(await screen.findByRole('region', { name: 'How to pay' }));
  expect(how.getByText(`Please pay ₹847.00 and give ${number} as the note.`)).toBeVisible();
  expect(how.getByRole('img', { name: 'QR code to pay by UPI' })).toBeVisible();
  expect(how.getByRole('link', { name: 'Open your UPI app' })).toHaveAttribute('href', payTo.upiLink);
  expect(how.getByText('123456789012')).toBeVisible();
  expect(screen.queryByText(/we write to you how/)).toBeNull();
});

test('the link of a mail opens the order by itself, and proves whose it is', async () => {
  vi.mocked(client.trackOrder).mockResolvedValueOnce(placed);
  open(`/track#${number}/6a3b-00c0ffee`);
  expect(await heading()).toBeVisible();
  expect(client.trackOrder).toHaveBeenCalledExactlyOnceWith({ orderNumber: number, token: '6a3b-00c0ffee' });
  vi.mocked(client.cancelOrder).mockResolvedValueOnce({ ...orderAfter('placed', 'cancelled'), ...masked });
  await press('Cancel order');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel order' }));
  expect(client.cancelOrder).toHaveBeenCalledExactlyOnceWith(number, { version: 1, token: '6a3b-00c0ffee' });
});

test('a link that is too old asks for the mobile number instead', async () => {
  vi.mocked(client.trackOrder).mockRejectedValueOnce(new ApiError(404, 'There is no such order.'));
  open(`/track#${number}/6a3b-00c0ffee`);
  await waitFor(() =>
    expect(notifyError).toHaveBeenCalledExactlyOnceWith(
      'This link does not open your order. Enter its mobile number instead.',
    ),
  );
  expect(field('Order number')).toHaveValue(number);
});

test('says by when a parcel was promised, until it is delivered', async () => {
  await find({ ...placed, latestOn: '2026-12-01' });
  const last = () =>
    screen.getAllByRole('listitem').find((step) => step.textContent?.startsWith('Delivered'));
  expect(last()).toHaveTextContent('Deliveredby Tuesday 1 December');
});

test('asking again leaves the order on the screen until the answer is there, and when none comes', async () => {
  await find(placed);
  vi.mocked(client.trackOrder).mockRejectedValueOnce(new ApiError(503, 'Please try again in a moment.'));
  await press('Show my order');
  expect(notifyError).toHaveBeenCalledExactlyOnceWith('Please try again in a moment.');
  expect(await heading()).toBeVisible();
  let answer: (order: Order) => void = () => {};
  vi.mocked(client.trackOrder).mockReturnValueOnce(new Promise((done) => (answer = done)));
  await press('Show my order');
  expect(await heading()).toBeVisible();
  answer({ ...orderAfter('placed', 'confirmed'), ...masked });
  expect(await screen.findByText('Confirmed', { selector: 'header *' })).toBeVisible();
  expect(await heading()).toHaveFocus();
});

test('a state, a charge and a way to pay that a newer shop has are told in its own words', async () => {
  const newer = { status: 'out_for_delivery', paymentMethod: 'gift_card' } as unknown as Order;
  const charges = [{ kind: 'gift_wrap', label: 'Gift wrap', amount: 20 }] as unknown as Order['charges'];
  const changes = [...placed.changes, { status: newer.status, at: '2026-11-23T05:45:00Z' }];
  await find({ ...placed, ...newer, changes, charges });
  expect(screen.getByText('Out for delivery', { selector: 'header *' })).toBeVisible();
  expect(screen.getByText('Out for delivery', { selector: 'li *' })).toBeVisible();
  expect(screen.getByText('Gift wrap')).toBeVisible();
  expect(screen.getByText('Gift card')).toBeVisible();
});

test('an order shows what it holds, what was charged and what it costs', async () => {
  await find({ ...placed, charges: [{ kind: 'cod_fee', label: 'COD fee', amount: 50 }], totalAmount: 897 });
  const contents = within(screen.getByRole('region', { name: 'Items' }));
  const [first] = contents.getAllByRole('listitem');
  expect(first).toHaveTextContent('Karela Powder, 100 g × 2₹249 eachLine total ₹498.00');
  expect(contents.getByText('Cash on delivery').parentElement).toHaveTextContent('₹50.00');
  expect(screen.getByTestId('order-total')).toHaveTextContent('₹897.00');
});

test('each line says what is printed on its packs, batch by batch, where that is known', async () => {
  const label = {
    productId: karela._id,
    weightInGrams: 100,
    quantity: 1,
    batchNumber: 'VM01-100-A',
    packedOn: '2026-10-01',
    bestBefore: '2027-09-30',
    mrp: 249,
  };
  await find({ ...placed, labels: [label, { ...label, batchNumber: 'VM01-100-B' }] });
  const contents = within(screen.getByRole('region', { name: 'Items' }));
  const [first, second] = contents.getAllByRole('listitem');
  for (const batch of ['VM01-100-A', 'VM01-100-B'])
    expect(first).toHaveTextContent(
      `Batch ${batch} · Packed 1 Oct 2026 · Best before 30 Sept 2027 · MRP ₹249`,
    );
  expect(second).not.toHaveTextContent('Batch');
});

test('past steps have their time, steps to come say so', async () => {
  await find({ ...orderAfter('placed', 'confirmed'), ...masked });
  const steps = within(screen.getByRole('region', { name: 'Order history' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent?.replaceAll(/\s/g, ' '))).toEqual([
    'Placed23 Nov 2026, 6:15 am',
    'Confirmed23 Nov 2026, 7:15 am',
    'PackedStill to come',
    'ShippedStill to come',
    'DeliveredStill to come',
  ]);
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null, null, null]);
});

test('a parcel that is on its way can be followed at its carrier', async () => {
  const parcel = {
    carrier: 'India Post',
    trackingNumber: 'EB1IN',
    trackingUrl: 'https://post.example/EB1IN',
  };
  await find({ ...orderAfter('placed', 'confirmed', 'packed', 'shipped'), ...masked, parcel });
  expect(screen.getByText('EB1IN')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Follow it at India Post' })).toHaveAttribute(
    'href',
    'https://post.example/EB1IN',
  );
});

test('broken rules stand beside their fields, and nothing is sent', async () => {
  open('/track');
  await press('Show my order');
  expect(notifyError).toHaveBeenCalledExactlyOnceWith('Order number is required');
  expect(field('Order number')).toHaveFocus();
  expect(field('Mobile number')).toHaveAccessibleDescription(/Mobile number is required/);
  expect(client.trackOrder).not.toHaveBeenCalled();
});

test('a wrong number is told in the shop’s words, and nothing typed is lost', async () => {
  vi.mocked(client.trackOrder).mockRejectedValue(new ApiError(404, 'There is no such order.'));
  open();
  fireEvent.change(field('Mobile number'), { target: { value: '9876543211' } });
  await press('Show my order');
  expect(notifyError).toHaveBeenCalledExactlyOnceWith('There is no such order.');
  expect(screen.getByText('There is no such order.')).toBeVisible();
  expect(field('Order number')).toHaveValue(number);
  expect(field('Mobile number')).toHaveValue('9876543211');
});

test('another address is another order', async () => {
  await find(placed);
  await userEvent.click(screen.getByRole('link', { name: 'track another' }));
  expect(field('Order number')).toHaveValue('');
  expect(screen.queryByRole('article')).toBeNull();
});

test('cancelling asks first', async () => {
  await find(placed);
  await press('Cancel order');
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this order?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(client.cancelOrder).not.toHaveBeenCalled();
});

test('cancelling a paid order promises the refund', async () => {
  await find({ ...placed, paymentStatus: 'paid' });
  await press('Cancel order');
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(
    /You have paid: we will refund the money\.$/,
  );
});

test('an order that is cancelled says so, and can be cancelled no more', async () => {
  await find(placed);
  vi.mocked(client.cancelOrder).mockResolvedValue({ ...orderAfter('placed', 'cancelled'), ...masked });
  await press('Cancel order');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel order' }));
  expect(client.cancelOrder).toHaveBeenCalledExactlyOnceWith(number, { version: 1, mobilenumber });
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Your order is cancelled');
  expect(screen.getByText('This order was cancelled. Nothing will be sent.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
  expect(screen.queryByText('Still to come')).toBeNull();
  expect(await heading()).toHaveFocus();
});

test('a wish that comes too late is told, and the order shown as it stands', async () => {
  await find(placed);
  const message = 'This order was changed meanwhile. Look at it again.';
  vi.mocked(client.cancelOrder).mockRejectedValue(new ApiError(409, message));
  vi.mocked(client.trackOrder).mockResolvedValueOnce({
    ...orderAfter('placed', 'confirmed', 'packed'),
    ...masked,
  });
  await press('Cancel order');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel order' }));
  expect(client.trackOrder).toHaveBeenLastCalledWith({ orderNumber: number, mobilenumber });
  expect(notifyError).toHaveBeenCalledExactlyOnceWith(message);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText(/^Your parcel is packed/)).toBeVisible();
});

test('a wish that does not arrive can be sent again', async () => {
  await find(placed);
  vi.mocked(client.cancelOrder).mockRejectedValue(new ApiError(503, 'The shop is resting.'));
  await press('Cancel order');
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }));
  expect(dialog.getByText('The shop is resting.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Cancel order' })).toBeEnabled();
});

test('a return is asked for with a reason', async () => {
  await find(delivered);
  await press('Return it');
  const dialog = within(screen.getByRole('dialog', { name: 'Return this order?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Request a return' }));
  expect(field('Why do you want to return it?')).toHaveFocus();
  expect(client.returnOrder).not.toHaveBeenCalled();

  vi.mocked(client.returnOrder).mockResolvedValue({
    ...orderAfter('placed', 'confirmed', 'packed', 'shipped', 'delivered', 'return_requested'),
    ...masked,
  });
  await userEvent.type(field('Why do you want to return it?'), 'The weight{Enter}is wrong.');
  await userEvent.click(dialog.getByRole('button', { name: 'Request a return' }));
  const body = { version: 5, mobilenumber, reason: 'The weight is wrong.' };
  expect(client.returnOrder).toHaveBeenCalledExactlyOnceWith(number, body);
  expect(screen.getByText(/^You asked to return it/)).toBeVisible();
  expect(screen.getByText('Returned').closest('li')).toHaveTextContent('Still to come');
});

test('an accepted return shows the address for the packs and the payer', async () => {
  const accepted: Order = {
    ...orderAfter(
      'placed',
      'confirmed',
      'packed',
      'shipped',
      'delivered',
      'return_requested',
      'return_accepted',
    ),
    ...masked,
    returnTerms: { sendTo: 'Jadibuti\n7 Mill Road', isPaidByShop: true },
  };
  await find(accepted);
  const where = screen.getByRole('region', { name: 'Send the packs to' });
  expect(within(where).getByText('7 Mill Road')).toBeVisible();
  expect(within(where).getByText(/^We pay for this parcel/)).toBeVisible();
});
