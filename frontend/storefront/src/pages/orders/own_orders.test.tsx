import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import { ApiError, ConnectionError } from '../../api/errors';
import type { Order, OrderedLine } from '../../api/types';
import { notifyError } from '../../messages/notify';
import { useCart } from '../../stores/cart';
import { setLoginFlag } from '../../stores/login';
import { useSession } from '../../stores/session';
import { ashwagandha, cardsOf, itemOf, karela, orderAfter, withLeft } from '../../test_data';
import OrdersPage from './OrdersPage';

vi.mock('../../api/client');
vi.mock('../../messages/notify');

const order = orderAfter('placed', 'confirmed');
const older: Order = { ...orderAfter('placed'), orderId: 'older', orderNumber: 'VM-261101-2222X' };

beforeEach(() => {
  for (const call of [client.listOrders, client.readOrder, client.cancelOrder, client.findCards])
    vi.mocked<(...sent: never[]) => Promise<unknown>>(call).mockReset();
  vi.mocked(notifyError).mockReset();
  useCart.setState({ data: [karela, ashwagandha] });
  setLoginFlag(true);
});

function Elsewhere() {
  const { pathname, search, state } = useLocation();
  return <p>{`at ${pathname}${search} from ${state?.back}`}</p>;
}

function open(address: string) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/account" element={<OrdersPage />} />
        <Route path="/orders/:id" element={<OrdersPage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const cards = () => screen.findAllByRole('heading', { level: 2 });

test.each([
  ['no orders', []],
  ['orders', [order]],
])('an account with %s leads to where earlier ones are added', async (_, orders) => {
  vi.mocked(client.listOrders).mockResolvedValue({ orders, next: null });
  open('/account');
  expect(await screen.findByRole('link', { name: 'Add earlier orders' })).toHaveAttribute(
    'href',
    '/account/data#earlier-orders',
  );
});

test('the list shows day, state, contents, total and the way to each order', async () => {
  vi.mocked(client.listOrders).mockResolvedValue({ orders: [order, older], next: null });
  open('/account');
  expect(await cards()).toHaveLength(2);
  const [card] = screen.getAllByRole('listitem');
  expect(card).toHaveTextContent('Confirmed Placed on 23 Nov 2026');
  expect(card).toHaveTextContent('Karela Powder, 100 g × 2 and 1 more');
  expect(card).toHaveTextContent('₹847.00');
  expect(card?.querySelector('img')).toHaveAttribute('src', '/images/products/karela-400.webp');
  expect(screen.getByRole('link', { name: 'Order VM-261123-7K3QX' })).toHaveAttribute(
    'href',
    '/orders/VM-261123-7K3QX',
  );
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('the list says of an order’s money what there is to say', async () => {
  const online: Order = { ...older, paymentMethod: 'online' };
  const orders: Order[] = [order, online, { ...online, orderId: 'paid', paymentStatus: 'paid' }];
  vi.mocked(client.listOrders).mockResolvedValue({ orders, next: null });
  open('/account');
  await cards();
  const said = screen.getAllByRole('listitem').map((card) => card.textContent);
  expect(said[0]).not.toMatch(/paid/i);
  expect(said[1]).toContain('To be paid online.');
  expect(said[2]).toContain('Paid. Thank you.');
});

test('more come when asked for, each once, and the focus goes to the first of them', async () => {
  vi.mocked(client.listOrders).mockResolvedValueOnce({ orders: [order], next: 'then' });
  open('/account');
  await cards();
  vi.mocked(client.listOrders).mockResolvedValueOnce({ orders: [order, older], next: null });
  await userEvent.click(button('Load more'));
  expect(client.listOrders).toHaveBeenLastCalledWith('then');
  expect(await cards()).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Order VM-261101-2222X' })).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('more that do not come are told, and those that are there stay', async () => {
  vi.mocked(client.listOrders).mockResolvedValueOnce({ orders: [order], next: 'then' });
  open('/account');
  await cards();
  vi.mocked(client.listOrders).mockRejectedValueOnce(new ConnectionError(new TypeError()));
  await userEvent.click(button('Load more'));
  expect(notifyError).toHaveBeenCalledExactlyOnceWith('More orders could not be loaded. Please try again.');
  expect(button('Load more')).toBeVisible();
});

test('a new tab without the login flag has it once the server answers', async () => {
  setLoginFlag(false);
  vi.mocked(client.listOrders).mockResolvedValue({ orders: [order], next: null });
  open('/account');
  await cards();
  expect(useSession.getState().isLoginUser).toBe(true);
});

test('an account without orders leads to the shop', async () => {
  vi.mocked(client.listOrders).mockResolvedValue({ orders: [], next: null });
  open('/account');
  expect(await screen.findByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/shop');
});

test.each(['/account', '/orders/VM-261123-7K3QX'])('%s sends a visitor to log in, and back', async (path) => {
  const refused = new ApiError(401, 'Please login to see your orders.');
  vi.mocked(client.listOrders).mockRejectedValue(refused);
  vi.mocked(client.readOrder).mockRejectedValue(refused);
  open(path);
  expect(await screen.findByText(/^Please log in to see your orders/)).toBeVisible();
  expect(useSession.getState().isLoginUser).toBe(false);
  await userEvent.click(screen.getByRole('link', { name: 'Log in' }));
  expect(screen.getByText(`at /login from ${path}`)).toBeVisible();
});

test('logging out leaves nothing on the screen', async () => {
  vi.mocked(client.listOrders).mockResolvedValue({ orders: [order], next: null });
  open('/account');
  await cards();
  act(() => setLoginFlag(false));
  expect(screen.queryByText('Order VM-261123-7K3QX')).toBeNull();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('orders that do not come can be asked for again', async () => {
  vi.mocked(client.listOrders).mockRejectedValueOnce(new ApiError(503, 'The shop is resting.'));
  open('/account');
  expect(await screen.findByText('Your orders could not be loaded.')).toBeVisible();
  vi.mocked(client.listOrders).mockResolvedValueOnce({ orders: [order], next: null });
  await userEvent.click(button('Try again'));
  expect(await cards()).toHaveLength(1);
});

test('an order of the account is shown whole', async () => {
  vi.mocked(client.readOrder).mockResolvedValue(order);
  open('/orders/VM-261123-7K3QX');
  expect(await screen.findByRole('heading', { level: 2, name: 'Order VM-261123-7K3QX' })).toBeVisible();
  expect(client.readOrder).toHaveBeenCalledExactlyOnceWith('VM-261123-7K3QX');
  expect(screen.getByText('12 Ring Road, Surat')).toBeVisible();
  expect(screen.queryByText(/^Partly hidden/)).toBeNull();
  expect(screen.getByRole('link', { name: 'All my orders' })).toHaveAttribute('href', '/account');
});

test('an order of the account is cancelled without a mobile number', async () => {
  vi.mocked(client.readOrder).mockResolvedValue(order);
  vi.mocked(client.cancelOrder).mockResolvedValue(orderAfter('placed', 'confirmed', 'cancelled'));
  open('/orders/VM-261123-7K3QX');
  await screen.findByRole('article');
  await userEvent.click(button('Cancel order'));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel order' }));
  expect(client.cancelOrder).toHaveBeenCalledExactlyOnceWith('VM-261123-7K3QX', { version: 2 });
  expect(screen.getByText('This order was cancelled. Nothing will be sent.')).toBeVisible();
});

test('an order that the account does not have may be tracked by its numbers', async () => {
  vi.mocked(client.readOrder).mockRejectedValue(new ApiError(404, 'There is no such order.'));
  open('/orders/VM-261123-7K3QX');
  expect(await screen.findByText(/^Your account has no such order/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Track an order' })).toHaveAttribute(
    'href',
    '/track?order=VM-261123-7K3QX',
  );
});

test('Buy again puts what can be had into the cart, and says what could not', async () => {
  useCart.setState({ data: [withLeft(karela, 1), withLeft(ashwagandha, 0)] });
  vi.mocked(client.listOrders).mockResolvedValue({ orders: [order], next: null });
  open('/account');
  await cards();
  await userEvent.click(button(/^Buy again/));
  expect(useCart.getState().items).toEqual([itemOf(karela, 100, 1)]);
  const outcome = screen.getByRole('status');
  expect(outcome).toHaveTextContent('1 pack is in your cart. Go to the cart');
  expect(outcome).toHaveTextContent('Only 1 of Karela Powder, 100 g could be added.');
  expect(outcome).toHaveTextContent('Ashwagandha Powder, 75 g is sold out.');
});

test('Buy again says when nothing can be had', async () => {
  useCart.setState({ data: [withLeft(karela, 0)] });
  vi.mocked(client.readOrder).mockResolvedValue(order);
  open('/orders/VM-261123-7K3QX');
  await screen.findByRole('article');
  await userEvent.click(button(/^Buy again/));
  expect(useCart.getState().items).toEqual([]);
  const outcome = screen.getByRole('status');
  expect(outcome).toHaveTextContent('Nothing was put into your cart.');
  expect(outcome).toHaveTextContent('Ashwagandha Powder, 75 g is not sold any more.');
});

test('in a shop of many products Buy again asks for those that the list leaves out', async () => {
  useCart.setState({ data: [karela], whole: false });
  vi.mocked(client.findCards).mockResolvedValue(cardsOf([ashwagandha]));
  vi.mocked(client.readOrder).mockResolvedValue(order);
  open('/orders/VM-261123-7K3QX');
  await screen.findByRole('article');
  await userEvent.click(button(/^Buy again/));
  expect(client.findCards).toHaveBeenLastCalledWith({ ids: ashwagandha._id }, { fresh: true });
  expect(useCart.getState().items).toEqual([itemOf(karela, 100, 2), itemOf(ashwagandha, 75, 1)]);
});

test('in a shop of many products orders have the pictures of products outside the list', async () => {
  useCart.setState({ data: [karela], whole: false });
  vi.mocked(client.findCards).mockResolvedValue(
    cardsOf([{ ...ashwagandha, photo: '/images/other-800.webp' }]),
  );
  const [first, second] = order.lines as [OrderedLine, OrderedLine];
  vi.mocked(client.listOrders).mockResolvedValue({
    orders: [{ ...order, lines: [second, first] }],
    next: null,
  });
  open('/account');
  const card = await screen.findByRole('listitem');
  await waitFor(() => expect(card.querySelector('img')).toHaveAttribute('src', '/images/other-400.webp'));
  expect(client.findCards).toHaveBeenCalledExactlyOnceWith({ ids: ashwagandha._id }, { fresh: true });
});

test('and an order leads to each product that is sold', async () => {
  useCart.setState({ data: [karela], whole: false });
  vi.mocked(client.findCards).mockResolvedValue(cardsOf([ashwagandha]));
  vi.mocked(client.readOrder).mockResolvedValue(order);
  open(`/orders/${order.orderNumber}`);
  expect(await screen.findByRole('link', { name: 'Ashwagandha Powder' })).toHaveAttribute(
    'href',
    `/product/${ashwagandha._id}`,
  );
});
