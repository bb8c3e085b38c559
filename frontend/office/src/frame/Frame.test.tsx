import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/query_client';
import { officeRoutes } from '../routes';
import { meWith, orderOf, shopOf } from '../test_data';
import { answerCalls } from '../test_page';

const order = orderOf();
const packer = { ...meWith('orders.read', 'orders.move', 'stock.read'), role: 'packer' };
const today = {
  data: { counts: [{ status: 'placed', orders: 3 }], stock: { low: 1, soldOut: 0, returned: 0, missing: 1 } },
};
const signedOut = { status: 401, body: { message: 'Please sign in.' } };

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});

function open(path: string) {
  const router = createMemoryRouter(officeRoutes(), { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, user: userEvent.setup() };
}

const address = ({ state: { location } }: ReturnType<typeof open>['router']) =>
  location.pathname + location.search + location.hash;

test('whoever is not signed in signs in, and comes to where they wanted', async () => {
  answerCalls({
    'GET session': signedOut,
    'POST session': { data: packer },
    'GET today': today,
    [`GET orders/${order.orderNumber}`]: { data: order },
  });
  const { router, user } = open(`/orders/${order.orderNumber}`);
  await user.type(await screen.findByLabelText('E-mail'), 'hansa@example.com');
  expect(address(router)).toBe(`/sign-in?next=%2Forders%2F${order.orderNumber}`);
  await user.type(screen.getByLabelText('Password'), 'monsoon over surat');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: order.orderNumber })).toBeInTheDocument();
  expect(address(router)).toBe(`/orders/${order.orderNumber}`);
});

test('a wrong code is told, and the address that was typed stays', async () => {
  answerCalls({
    'GET session': signedOut,
    'POST session': { status: 401, body: { message: 'E-mail, password or code is wrong.' } },
  });
  const { user } = open('/sign-in');
  await user.type(await screen.findByLabelText('E-mail'), 'hansa@example.com');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('E-mail, password or code is wrong.')).toHaveFocus();
  expect(screen.getByLabelText('E-mail')).toHaveValue('hansa@example.com');
});

test('nobody is led out of the office after signing in', async () => {
  answerCalls({ 'GET session': { data: packer }, 'GET today': today });
  const { router } = open('/sign-in?next=//elsewhere.example');
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeInTheDocument();
  expect(address(router)).toBe('/');
});

test('a session that ends leads to sign in, and back', async () => {
  answerCalls({ 'GET session': { data: packer }, 'GET today': today, 'GET stock': signedOut });
  const { router, user } = open('/');
  const [link] = await screen.findAllByRole('link', { name: /^Stock/ });
  if (!link) throw new Error('there is a link');
  await user.click(link);
  await waitFor(() => expect(address(router)).toBe('/sign-in?next=%2Fstock'));
});

test('the navigation has the pages of the role, and what waits behind them', async () => {
  answerCalls({ 'GET session': { data: packer }, 'GET today': today });
  open('/');
  expect(await screen.findAllByRole('link', { name: 'Orders 3 wait for you' })).toHaveLength(2);
  expect(screen.getAllByRole('link', { name: 'Stock 2 low, sold out or missing' })).toHaveLength(2);
  expect(screen.queryByRole('link', { name: 'Staff' })).not.toBeInTheDocument();
});

test('the navigation names the shop as its owner does', async () => {
  answerCalls({ 'GET session': { data: packer }, 'GET today': today, 'GET shop': { data: shopOf() } });
  open('/');
  expect(await screen.findByText('Vanmool')).toBeInTheDocument();
});

test('a page that is not for the role says so, and asks for nothing', async () => {
  const calls = answerCalls({ 'GET session': { data: packer }, 'GET today': today });
  open('/staff');
  expect(await screen.findByRole('heading', { name: 'Not for your role' })).toBeInTheDocument();
  expect(calls.map(({ route }) => route)).not.toContain('GET staff');
});

test('a part of the shop that does not answer is said over every page', async () => {
  answerCalls({
    'GET session': { data: packer },
    'GET today': { status: 503, body: { message: 'The shop cannot answer right now.' } },
  });
  open('/');
  expect(await screen.findByText(/A part of the shop does not answer right now/)).toBeInTheDocument();
});

test('the slash finds orders, and the search stands behind the # of the address', async () => {
  answerCalls({
    'GET session': { data: packer },
    'GET today': today,
    'POST orders/searches': { data: { orders: [] } },
  });
  const { router, user } = open('/');
  await screen.findByRole('heading', { name: 'Today' });
  await user.keyboard('/395009{Enter}');
  await waitFor(() => expect(address(router)).toBe('/orders#395009'));
  expect(await screen.findByText('No order is found by this.')).toBeInTheDocument();
});
