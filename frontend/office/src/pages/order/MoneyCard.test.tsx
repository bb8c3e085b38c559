import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../api/query_client';
import { meWith, paymentOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { MoneyCard } from './MoneyCard';

const number = 'VM-261122-QTSWW';
const list = `GET orders/${number}/payments`;
const refund = 'POST payments/pay-1/refunds';
const me = meWith('payments.read', 'payments.refund');

const back = {
  refundId: 'r-1',
  amount: 249,
  state: 'failed' as const,
  reason: 'returned' as const,
  wantedAt: '2026-11-23T04:28:00Z',
  changedAt: '2026-11-23T04:29:00Z',
};

beforeEach(() => queryClient.clear());

const card = () => <MoneyCard orderNumber={number} isOnline />;

test('the money paid and the refunds are told in words', async () => {
  answerCalls({ [list]: { data: { payments: [paymentOf({ refunds: [back] })] } } });
  show(card(), { me: meWith('payments.read') });
  expect(await screen.findByText('Paid')).toBeInTheDocument();
  expect(screen.getByText('Razorpay, pay_Q1')).toBeInTheDocument();
  const refunds = screen.getByRole('list', { name: 'Refunds' });
  expect(within(refunds).getByText('Refund failed')).toBeInTheDocument();
  expect(within(refunds).getByText(/Packs were returned/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Refund…' })).not.toBeInTheDocument();
});

test('an order without a request to pay online says nothing, and one with a pending request says so', async () => {
  answerCalls({ [list]: { data: { payments: [] } } });
  const { unmount } = show(<MoneyCard orderNumber={number} isOnline={false} />, { me });
  await queryClient.fetchQuery({ queryKey: ['settled'], queryFn: () => true });
  expect(screen.queryByRole('heading', { name: 'Online payments' })).not.toBeInTheDocument();
  unmount();
  show(card(), { me });
  expect(await screen.findByText('The shopper has not opened the payment yet.')).toBeInTheDocument();
});

test('a part goes back once, under one id however often it is sent', async () => {
  const calls = answerCalls({
    [list]: { data: { payments: [paymentOf()] } },
    [refund]: [
      { status: 503, body: { message: 'This payment is not assigned to its order yet.' } },
      { status: 403, body: { message: 'Is it you?', code: 'REAUTHENTICATE', reason: 'REAUTHENTICATE' } },
      { data: back },
    ],
    'POST session/reauthentication': { data: { ...me, isReauthenticated: true } },
  });
  const { user } = show(card(), { me });
  await user.click(await screen.findByRole('button', { name: 'Refund…' }));
  const amount = screen.getByLabelText('Amount in ₹');
  expect(amount).toHaveValue('498');
  const send = screen.getByRole('button', { name: 'Refund' });
  await user.clear(amount);
  await user.type(amount, '498.01');
  await user.click(send);
  expect(await screen.findByText('At most ₹498.00 can be refunded.')).toBeInTheDocument();
  expect(screen.getByText('Choose why it is refunded.')).toBeInTheDocument();
  await user.clear(amount);
  await user.type(amount, '0');
  await user.click(send);
  expect(await screen.findByText('Enter how much to refund.')).toBeInTheDocument();
  expect(calls.some(({ route }) => route === refund)).toBe(false);

  await user.clear(amount);
  await user.type(amount, '249');
  await user.selectOptions(screen.getByLabelText('Reason'), 'Goodwill');
  await user.click(send);
  expect(await screen.findByText('This payment is not assigned to its order yet.')).toBeInTheDocument();
  await user.click(send);
  await user.type(await screen.findByLabelText('Your password'), 'monsoon over surat');
  await user.type(screen.getByLabelText('Code of your authenticator app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  await screen.findByRole('button', { name: 'Refund…' });
  const sent = calls.filter(({ route }) => route === refund).map(({ body }) => body);
  expect(sent).toHaveLength(3);
  expect(sent[0]).toMatchObject({ amount: 249, reason: 'goodwill' });
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]).toEqual(sent[0]);
});

test('a payment in confirmation is not refunded yet, nor one that was refunded', async () => {
  const payments = [
    paymentOf({ state: 'held', asked: 498, paid: 400, left: 400 }),
    paymentOf({ paymentId: 'pay-2', state: 'confirming' }),
    paymentOf({ paymentId: 'pay-3', state: 'refunding', left: 0 }),
  ];
  answerCalls({ [list]: { data: { payments } } });
  const { user } = show(card(), { me });
  expect(await screen.findByText('Held: wrong amount')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Refund…' })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Refund…' }));
  expect(screen.getByLabelText('Amount in ₹')).toHaveValue('400');
});

test('money that came to the shop’s own UPI address is sent back by people, who say how', async () => {
  const wanted = { ...back, state: 'wanted' as const };
  const sent = {
    ...back,
    state: 'processed' as const,
    manual: { channel: 'cash' as const, reference: 'Asha Patel', sentOn: '2026-11-26' },
  };
  const route = 'PUT refunds/r-1/manual';
  const calls = answerCalls({
    [list]: [
      { data: { payments: [paymentOf({ provider: 'upi', refunds: [wanted] })] } },
      { data: { payments: [paymentOf({ provider: 'upi', refunds: [sent] })] } },
    ],
    [route]: { data: sent },
  });
  const { user } = show(card(), { me });
  expect(await screen.findByText('Refund to send by hand')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Record as sent…' }));
  await user.selectOptions(screen.getByLabelText('How it was sent'), 'Cash in hand');
  await user.type(screen.getByLabelText('Paid to'), 'Asha Patel');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Cash in hand, Asha Patel, on 26 Nov 2026')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Record as sent…' })).not.toBeInTheDocument();
  expect(calls.find((call) => call.route === route)?.body).toMatchObject({ channel: 'cash' });
});

test('staff may send a refund that the provider could not, unless another replaced it', async () => {
  const payments = [
    paymentOf({ left: 498, refunds: [back] }),
    paymentOf({ paymentId: 'pay-2', left: 248, refunds: [{ ...back, refundId: 'r-2' }] }),
  ];
  answerCalls({ [list]: { data: { payments } } });
  const { user } = show(card(), { me });
  expect(await screen.findAllByText('Refund failed')).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Record as sent…' })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Record as sent…' }));
  expect(screen.getByRole('dialog', { name: 'Record a refund of ₹249.00' })).toBeInTheDocument();
});
