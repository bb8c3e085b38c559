import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { TransportProvider } from '@connectrpc/connect-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { ShopEditingService, type UpdateShopRequest } from '#contract/shop/catalog/v1/shop_pb.js';
import { InventoryService } from '#contract/shop/inventory/v1/inventory_pb.js';
import { queryClient } from '../api/query_client';
import { officeRoutes } from '../routes';
import { answerShop, meWith, orderOf, shopOf } from '../test_data';
import { ReauthenticationDialog } from '../session/ReauthenticationDialog';
import { answerCalls, transportTo } from '../test_page';

const order = orderOf();
const packer = { ...meWith('orders.read', 'orders.transition', 'stock.read'), role: 'packer' };
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

function open(path: string, services: (router: ConnectRouter) => void = () => undefined) {
  const transport = transportTo(services);
  const router = createMemoryRouter(officeRoutes(), { initialEntries: [path] });
  render(
    <TransportProvider transport={transport}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ReauthenticationDialog />
      </QueryClientProvider>
    </TransportProvider>,
  );
  return { router, user: userEvent.setup() };
}

const address = ({ state: { location } }: ReturnType<typeof open>['router']) =>
  location.pathname + location.search + location.hash;

test('a visitor who is not signed in signs in, and comes to the page they wanted', async () => {
  answerCalls({
    'GET session': signedOut,
    'POST session': { data: packer },
    'GET today': today,
    [`GET orders/${order.orderNumber}`]: { data: order },
  });
  const { router, user } = open(`/orders/${order.orderNumber}`);
  await user.type(await screen.findByLabelText('Email'), 'hansa@example.com');
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
    'POST session': { status: 401, body: { message: 'Email, password or code is wrong.' } },
  });
  const { user } = open('/sign-in');
  await user.type(await screen.findByLabelText('Email'), 'hansa@example.com');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Email, password or code is wrong.')).toHaveFocus();
  expect(screen.getByLabelText('Email')).toHaveValue('hansa@example.com');
});

test('signing in never leads out of the office', async () => {
  answerCalls({ 'GET session': { data: packer }, 'GET today': today });
  const { router } = open('/sign-in?next=//elsewhere.example');
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeInTheDocument();
  expect(address(router)).toBe('/');
});

test('a session that ends is renewed over the page, and the typed text is still there', async () => {
  const owner = meWith('shop.write');
  const calls = answerCalls({
    'GET session': { data: owner },
    'POST session': [
      { status: 401, body: { message: 'Email, password or code is wrong.' } },
      { data: owner },
    ],
    'GET today': today,
  });
  const kept: UpdateShopRequest[] = [];
  const { router, user } = open('/settings', (services) => {
    answerShop()(services);
    services.service(ShopEditingService, {
      listShopChanges: () => ({}),
      updateShop: (update) => {
        kept.push(update);
        if (kept.length === 1) throw new ConnectError('Please sign in.', Code.Unauthenticated);
        return { shop: { ...shopOf(), version: 3 } };
      },
    });
  });
  const tagline = await screen.findByLabelText('Line below the name');
  await user.clear(tagline);
  await user.type(tagline, 'Ground for half an hour{Enter}');

  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
  expect(address(router)).toBe('/settings');
  (dialog as HTMLDialogElement).close();
  expect(dialog).toHaveAttribute('open');
  const own = within(dialog);
  expect(await own.findByLabelText('Email')).toHaveValue(owner.email);
  expect(own.getByLabelText('Your password')).toHaveFocus();
  await user.type(own.getByLabelText('Your password'), 'wrong');
  await user.type(own.getByLabelText(/^Code/), '123456');
  await user.click(own.getByRole('button', { name: 'Sign in' }));
  expect(await own.findByText('Email, password or code is wrong.')).toBeInTheDocument();
  await user.clear(own.getByLabelText('Your password'));
  await user.type(own.getByLabelText('Your password'), 'monsoon over surat');
  await user.click(own.getByRole('button', { name: 'Sign in' }));

  expect(await screen.findByText(/The shop shows it in a few seconds/)).toBeInTheDocument();
  expect(screen.queryByRole('dialog', { name: 'Sign in again' })).not.toBeInTheDocument();
  expect(kept.map(({ facts }) => facts?.tagline)).toEqual(Array(2).fill('Ground for half an hour'));
  expect(calls.findLast(({ route }) => route === 'POST session')?.body).toEqual({
    email: owner.email,
    password: 'monsoon over surat',
    code: '123456',
  });
});

test('signing in again in another tab lets this one go on, too', async () => {
  answerCalls({
    'GET session': [{ data: packer }, { data: packer }],
    'GET today': today,
  });
  let asked = 0;
  const { router, user } = open('/', ({ service }) =>
    service(InventoryService, {
      listStockLevels: () => {
        asked += 1;
        if (asked === 1) throw new ConnectError('Please sign in.', Code.Unauthenticated);
        return {};
      },
    }),
  );
  const [link] = await screen.findAllByRole('link', { name: /^Stock/ });
  if (!link) throw new Error('there is a link');
  await user.click(link);
  expect(await screen.findByLabelText('Your password')).toBeInTheDocument();
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument());
  await waitFor(() => expect(address(router)).toBe('/stock'));
  expect(await screen.findByText('No packs here.')).toBeInTheDocument();
});

test('the navigation has the pages of the role, and what waits behind them', async () => {
  answerCalls({ 'GET session': { data: packer }, 'GET today': today });
  open('/');
  expect(await screen.findAllByRole('link', { name: 'Orders 3 wait for you' })).toHaveLength(2);
  expect(screen.getAllByRole('link', { name: 'Stock 2 low, sold out or missing' })).toHaveLength(2);
  expect(screen.queryByRole('link', { name: 'Staff' })).not.toBeInTheDocument();
});

test('the navigation names the shop as its owner does', async () => {
  answerCalls({ 'GET session': { data: packer }, 'GET today': today });
  open('/', answerShop());
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
  expect(await screen.findByText('No orders match.')).toBeInTheDocument();
});
