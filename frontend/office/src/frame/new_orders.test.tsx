import { fireEvent, screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type ListTicketsRequest,
  type Ticket,
  TicketService,
  TicketState,
} from '#contract/shop/contact/v1/tickets_pb.js';
import MessagesPage from '../pages/messages/MessagesPage';
import OrdersPage from '../pages/orders/OrdersPage';
import { meWith, orderOf, ticketOf } from '../test_data';
import { answerCalls, show } from '../test_page';
import { TopBar } from './TopBar';

const LOOK_EVERY = 10_000;
const me = meWith('orders.read');
const first = orderOf({ orderId: 'o-1', orderNumber: 'VM-1' });
const second = orderOf({ orderId: 'o-2', orderNumber: 'VM-2' });
const day = (placed: number, messagesOpen = 0) => ({
  data: { counts: placed === 0 ? [] : [{ status: 'placed', orders: placed }], messagesOpen },
});

let looks = new Map<number, () => void>();

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-28T06:00:00Z'), toFake: ['Date'] });
  looks = new Map();
  const { setInterval: begin, clearInterval: end } = globalThis;
  // The test triggers the polling interval itself; all other timers run as usual.
  vi.stubGlobal('setInterval', (look: () => void, ms: number) => {
    if (ms !== LOOK_EVERY) return begin(look, ms);
    const id = looks.size + 1_000_000;
    looks.set(id, look);
    return id;
  });
  vi.stubGlobal('clearInterval', (id: number) => {
    if (!looks.delete(id)) end(id);
  });
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const open = (at = '/orders') =>
  show(
    <>
      <TopBar me={me} />
      <OrdersPage />
    </>,
    { me, at },
  );

/** Lets time pass on an unattended screen. */
const wait = (ms = LOOK_EVERY) =>
  act(async () => {
    vi.setSystemTime(Date.now() + ms);
    for (const look of new Map(looks).values()) look();
  });

const list = 'GET orders?';
const asked = (calls: readonly { route: string }[], route: string) =>
  calls.filter((call) => call.route.startsWith(route)).length;

test('an open screen shows a new order within ten seconds, with a mark that goes once it is looked at', async () => {
  const calls = answerCalls({
    'GET today': [day(1), day(2)],
    'GET orders': [{ data: { orders: [first] } }, { data: { orders: [second, first] } }],
    'GET orders?status=placed': { data: { orders: [second, first] } },
  });
  open();
  expect(await screen.findByText('VM-1')).toBeInTheDocument();
  expect(screen.queryByText('1 new order')).not.toBeInTheDocument();
  await wait();
  const mark = await screen.findByRole('link', { name: '1 new order' });
  expect(await screen.findByText('VM-2')).toBeInTheDocument();
  fireEvent.click(mark);
  await waitFor(() => expect(screen.queryByText('1 new order')).not.toBeInTheDocument());
  expect(asked(calls, list)).toBe(1);
});

test('an open screen shows a new message within ten seconds', async () => {
  answerCalls({ 'GET today': [day(0, 1), day(0, 2)] });
  const old = ticketOf({ messageId: 't-0', number: 'T0041' });
  const lists = [[old], [old, ticketOf()]];
  const listTickets = vi.fn<(list: ListTicketsRequest) => { tickets: Ticket[] }>(() => ({
    tickets: lists.shift() ?? [],
  }));
  const messenger = meWith('messages.answer', 'orders.read');
  show(
    <>
      <TopBar me={messenger} />
      <MessagesPage />
    </>,
    {
      me: messenger,
      at: '/messages',
      services: (router) => router.service(TicketService, { listTickets }),
    },
  );
  expect(await screen.findByText('T0041')).toBeInTheDocument();
  // Only a change of known counts refetches the list.
  expect(await screen.findByRole('link', { name: 'To answer 1' })).toBeInTheDocument();
  await wait();
  expect(await screen.findByText('T0042')).toBeInTheDocument();
  expect(listTickets.mock.calls.map(([{ state }]) => state)).toEqual([TicketState.OPEN, TicketState.OPEN]);
});

test('while nothing changes no list of people is asked for', async () => {
  const calls = answerCalls({ 'GET today': day(1), 'GET orders': { data: { orders: [first] } } });
  open();
  await screen.findByText('VM-1');
  await wait();
  await waitFor(() => expect(asked(calls, 'GET today')).toBe(2));
  await wait();
  await waitFor(() => expect(asked(calls, 'GET today')).toBe(3));
  expect(asked(calls, 'GET orders')).toBe(1);
});

test('the sound for new orders can be switched on, and stays on', async () => {
  const started: number[] = [];
  class Sounds {
    currentTime = 0;
    destination = {};
    resume = async () => {};
    createGain = () => ({ gain: { value: 0 }, connect: () => this.destination });
    createOscillator = () => ({
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start: (at: number) => started.push(at),
      stop: () => {},
    });
  }
  vi.stubGlobal('AudioContext', Sounds);
  answerCalls({ 'GET today': [day(0), day(1), day(1), day(2)], 'GET orders': { data: { orders: [] } } });
  const { unmount } = open();
  await screen.findByText('No orders.');
  await wait();
  await screen.findByRole('link', { name: '1 new order' });
  expect(started).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Sound for new orders' }));
  expect(started).toHaveLength(2);
  unmount();
  open();
  expect(screen.getByRole('button', { name: 'Sound for new orders' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await screen.findByText('No orders.');
  await wait();
  await wait();
  await waitFor(() => expect(started).toHaveLength(4));
});

test('a background request is marked as unattended after a minute without input', async () => {
  const said: boolean[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (address, init) => {
      if (String(address).endsWith('/today')) said.push(new Headers(init?.headers).has('X-Unattended'));
      return Response.json({ success: true, data: { counts: [], orders: [] } });
    }),
  );
  open();
  fireEvent.keyDown(document.body, { key: 'Shift' });
  await wait();
  await waitFor(() => expect(said.at(-1)).toBe(false));
  await wait(60_000);
  await waitFor(() => expect(said.at(-1)).toBe(true));
  const before = said.length;
  fireEvent.pointerDown(document.body);
  await wait();
  await waitFor(() => expect(said.length).toBeGreaterThan(before));
  expect(said.at(-1)).toBe(false);
});
