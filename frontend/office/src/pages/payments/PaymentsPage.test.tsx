import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query_client';
import { meWith, paymentOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import CreditsPage from './CreditsPage';
import PaymentsPage from './PaymentsPage';

const me = meWith('payments.read', 'payments.record');

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

test('payments are listed with their state in words, and lead to their orders', async () => {
  const open = paymentOf({
    paymentId: 'pay-2',
    orderNumber: 'VM-2',
    state: 'open',
    paid: 0,
    fee: 0,
    left: 0,
  });
  answerCalls({
    'GET payments': { data: { payments: [paymentOf({ state: 'partly_refunded', left: 248.8 })], next: '2' } },
    'GET payments?cursor=2': { data: { payments: [open] } },
  });
  const { user } = show(<PaymentsPage />, { me, at: '/payments' });
  const link = await screen.findByRole('link', { name: 'VM-261122-QTSWW' });
  expect(link).toHaveAttribute('href', '/orders/VM-261122-QTSWW');
  const row = link.closest('tr') as HTMLElement;
  expect(within(row).getByText('Partly refunded')).toBeInTheDocument();
  expect(within(row).getByText('₹249.20')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Waiting for the shopper')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Import a statement' })).toHaveAttribute(
    'href',
    '/imports?kind=statements',
  );
});

test('a tab asks for its states, and an empty page of it may still have more behind it', async () => {
  const route = 'GET payments?state=refunded&state=partly_refunded';
  const calls = answerCalls({
    [route]: { data: { payments: [], next: '2' } },
    [`${route}&cursor=2`]: { data: { payments: [paymentOf({ state: 'refunded', left: 0 })] } },
  });
  const { user } = show(<PaymentsPage />, { me: meWith('payments.read'), at: '/payments?tab=went-back' });
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('link', { name: 'VM-261122-QTSWW' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Refunded' })).toHaveAttribute('aria-current', 'page');
  expect(screen.queryByRole('link', { name: 'Unmatched credits' })).not.toBeInTheDocument();
  expect(calls).toHaveLength(2);
});

test('findings are listed with the action to take, and link to their order', async () => {
  const held = {
    kind: 'held',
    orderId: 'o-1',
    orderNumber: 'VM-261122-QTSWW',
    providerReference: 'pay_1',
    amount: 397.5,
    whatToDo: 'Send it back.',
    since: '2026-11-25T06:30:00Z',
  };
  // An order may be in the list twice, for the same reason.
  const twice = { ...held, providerReference: 'pay_2', amount: 12 };
  const calls = answerCalls({
    'GET payments/findings': { data: { findings: [held, twice] } },
    'GET payments/owed': { data: { orders: [], unpaid: [] } },
  });
  show(<PaymentsPage />, { me: meWith('payments.read'), at: '/payments?tab=to-look-at' });
  const [link, ...others] = await screen.findAllByRole('link', { name: 'VM-261122-QTSWW' });
  expect(link).toHaveAttribute('href', '/orders/VM-261122-QTSWW');
  expect(others).toHaveLength(1);
  const row = link?.closest('tr') as HTMLElement;
  for (const words of ['Held: wrong amount', '₹397.50', 'Send it back.']) {
    expect(within(row).getByText(words)).toBeInTheDocument();
  }
  expect(screen.getByRole('link', { name: 'Needs attention' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'All' })).not.toHaveAttribute('aria-current');
  expect(calls).toHaveLength(2);
});

test('money that people send back leaves the list once they say how it was sent', async () => {
  const byHand = {
    kind: 'refund_by_hand',
    orderId: 'o-1',
    orderNumber: 'VM-261122-QTSWW',
    providerReference: 'upi-1',
    amount: 397.5,
    whatToDo: 'Send it by hand.',
    since: '2026-11-25T06:30:00Z',
    refundId: 'r-1',
  };
  const send = 'PUT refunds/r-1/manual';
  const calls = answerCalls({
    'GET payments/findings': [{ data: { findings: [byHand] } }, { data: { findings: [] } }],
    'GET payments/owed': { data: { orders: [], unpaid: [] } },
    [send]: {
      data: {
        refundId: 'r-1',
        amount: 397.5,
        state: 'processed',
        reason: 'cancelled',
        wantedAt: byHand.since,
        changedAt: byHand.since,
      },
    },
  });
  const { user } = show(<PaymentsPage />, {
    me: meWith('payments.read', 'payments.refund'),
    at: '/payments?tab=to-look-at',
  });
  await user.click(await screen.findByRole('button', { name: 'Record as sent…' }));
  const dialog = screen.getByRole('dialog', { name: 'Record a refund of ₹397.50' });
  const done = within(dialog).getByRole('button', { name: 'Save' });
  await user.click(done);
  expect(
    await within(dialog).findByText('Enter the UTR, or the person who took the cash.'),
  ).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText('UTR'), 'AXISN26328');
  await user.click(done);
  expect(await screen.findByText('Nothing needs attention.')).toBeInTheDocument();
  expect(calls.find(({ route }) => route === send)?.body).toMatchObject({
    channel: 'bank_transfer',
    reference: 'AXISN26328',
  });
});

test('an order that was paid by hand and cancelled says that its money is to go back', async () => {
  const owed = {
    orderId: 'o-1',
    orderNumber: 'VM-261122-QTSWW',
    status: 'cancelled',
    channel: 'upi',
    amount: 498,
    receivedOn: '2026-11-22',
  };
  answerCalls({
    'GET payments/findings': { data: { findings: [] } },
    'GET payments/owed': { data: { orders: [owed] } },
  });
  show(<PaymentsPage />, { me: meWith('payments.read'), at: '/payments?tab=to-look-at' });
  const link = await screen.findByRole('link', { name: 'VM-261122-QTSWW' });
  expect(link).toHaveAttribute('href', '/orders/VM-261122-QTSWW');
  const row = link.closest('li') as HTMLElement;
  for (const words of ['₹498.00', 'UPI, received on 22 Nov 2026']) {
    expect(within(row).getByText(words)).toBeInTheDocument();
  }
  expect(screen.queryByText(/Nothing waits/)).not.toBeInTheDocument();
});

test('without findings nothing needs attention', async () => {
  answerCalls({
    'GET payments/findings': { data: { findings: [] } },
    'GET payments/owed': { data: { orders: [], unpaid: [] } },
  });
  show(<PaymentsPage />, { me: meWith('payments.read'), at: '/payments?tab=to-look-at' });
  expect(await screen.findByText('Nothing needs attention.')).toBeInTheDocument();
});

const credit = {
  creditId: 'c-1',
  utr: '633012345678',
  amount: 249.5,
  receivedOn: '2026-11-25',
  narration: 'UPI/P2A/ASHA',
  why: 'It names no order.',
};
const match = 'PUT payments/unmatched-credits/c-1/match';

test('a credit is an order’s money, and leaves the list', async () => {
  const calls = answerCalls({
    'GET payments/unmatched-credits': [{ data: { credits: [credit] } }, { data: { credits: [] } }],
    [match]: [
      { status: 409, body: { message: 'This order costs ₹498.00.', code: 'WRONG_AMOUNT' } },
      { data: undefined },
    ],
  });
  const { user } = show(<CreditsPage />, { me });
  await user.click(await screen.findByRole('button', { name: /^An order’s…/ }));
  expect(screen.getByRole('dialog')).toHaveTextContent('Shoppers with an email address get an email.');
  const send = screen.getByRole('button', { name: 'Mark the order paid' });
  await user.click(send);
  expect(await screen.findByText('Enter the order’s number.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Order number'), 'vm-261122-qtsww');
  await user.click(send);
  expect(await screen.findByText('This order costs ₹498.00.')).toHaveFocus();
  await user.click(send);
  expect(await screen.findByText('No unmatched credits.')).toBeInTheDocument();
  const sent = calls.filter(({ route }) => route === match).map(({ body }) => body);
  expect(sent).toEqual([{ number: 'VM-261122-QTSWW' }, { number: 'VM-261122-QTSWW' }]);
});

test('marking a credit as unrelated to an order needs a note', async () => {
  const calls = answerCalls({
    'GET payments/unmatched-credits': { data: { credits: [credit] } },
    [match]: { data: undefined },
  });
  const { user } = show(<CreditsPage />, { me });
  await user.click(await screen.findByRole('button', { name: /^No order’s…/ }));
  await user.click(screen.getByRole('button', { name: 'Set aside' }));
  expect(await screen.findByText(/Enter what it was/)).toBeInTheDocument();
  await user.type(screen.getByLabelText('What it was'), 'Rent came back');
  await user.click(screen.getByRole('button', { name: 'Set aside' }));
  await waitFor(() => expect(calls).toContainEqual({ route: match, body: { note: 'Rent came back' } }));
});

test('payouts of the provider are listed, with the reason why one does not match', async () => {
  const matched = {
    settlementId: 's-1',
    provider: 'razorpay',
    providerSettlementId: 'setl_1',
    utr: '1568176960vxp0rj',
    state: 'matched',
    payments: 2,
    refunds: 1,
    gross: 1500,
    refunded: 200,
    fee: 36.4,
    feeTax: 6.4,
    other: -10.5,
    net: 1253.1,
    settledOn: '2026-11-26',
  };
  const why = 'It contains payment pay_9, which belongs to no order.';
  const unmatched = {
    ...matched,
    settlementId: 's-2',
    providerSettlementId: 'setl_2',
    state: 'unmatched',
    other: 0,
    why,
  };
  answerCalls({
    'GET payments/settlements': { data: { settlements: [matched], next: '2' } },
    'GET payments/settlements?cursor=2': { data: { settlements: [unmatched] } },
  });
  const { user } = show(<PaymentsPage />, { me: meWith('payments.read'), at: '/payments?tab=settlements' });
  const row = (await screen.findByText('1568176960vxp0rj, setl_1')).closest('tr') as HTMLElement;
  for (const words of ['Matched and booked', '₹1,253.10', '₹1,500.00', '−₹10.50']) {
    expect(within(row).getByText(words)).toBeInTheDocument();
  }
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText(why)).toBeInTheDocument();
});

test('money of the provider that is no order’s is listed without a link', async () => {
  const unknown = {
    kind: 'payment_unknown',
    providerReference: 'pay_9',
    amount: 12,
    whatToDo: 'Find out what it is for.',
    since: '2026-11-25T06:30:00Z',
  };
  answerCalls({ 'GET payments/findings': { data: { findings: [unknown] } } });
  show(<PaymentsPage />, { me: meWith('payments.read'), at: '/payments?tab=to-look-at' });
  expect(await screen.findByText('Money without an order')).toBeInTheDocument();
  expect(screen.getByText('No order')).toBeInTheDocument();
});
