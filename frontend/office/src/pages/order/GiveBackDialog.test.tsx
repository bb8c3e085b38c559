import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { RefundedOrder } from '../../api/money_by_hand';
import { queryClient } from '../../api/query_client';
import { leftByHand, usualReturnReason } from '../../rules/money_by_hand';
import { meWith, orderOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { PaymentCard } from './PaymentCard';

const number = 'VM-261122-QTSWW';
const route = `POST orders/${number}/refunds`;
const me = meWith('payments.read', 'payments.refund');

const paid = (change: Partial<RefundedOrder> = {}): RefundedOrder => ({
  ...orderOf({
    status: 'delivered',
    paymentStatus: 'paid',
    payment: {
      channel: 'bank_transfer',
      reference: 'N263281',
      amount: 498,
      receivedOn: '2026-11-22',
      recordedAt: '2026-11-22T06:00:00Z',
    },
  }),
  ...change,
});

beforeEach(() => queryClient.clear());

test('a refund by hand is limited to the money received by hand, to the paisa', () => {
  expect(leftByHand(orderOf())).toBe(0);
  expect(leftByHand(paid({ refunded: 100.1, refunding: 0.2 }))).toBe(397.7);
  const { payment } = paid();
  if (!payment) throw new Error('it is paid');
  expect(leftByHand(paid({ payment: { ...payment, channel: 'online' } }))).toBe(0);
  expect(usualReturnReason({ status: 'lost' })).toBe('cancelled');
  expect(usualReturnReason({ status: 'returned' })).toBe('returned');
  expect(usualReturnReason({ status: 'return_requested' })).toBe('goodwill');
});

test('a part that went back is written down once, under one id however often it is sent', async () => {
  const calls = answerCalls({
    [route]: [
      { status: 409, body: { message: 'At most ₹100.00 of this order can be refunded.' } },
      { data: paid({ paymentStatus: 'partly_refunded', refunded: 100 }) },
    ],
    [`GET orders/${number}`]: { data: paid() },
  });
  const { user } = show(<PaymentCard order={paid()} />, { me });
  await user.click(screen.getByRole('button', { name: 'Record a refund…' }));
  const dialog = screen.getByRole('dialog');
  const amount = within(dialog).getByLabelText('Amount in ₹');
  expect(amount).toHaveValue('498');
  await user.type(within(dialog).getByLabelText('UTR'), 'AXISN26328');
  await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Goodwill');
  await user.clear(amount);
  await user.type(amount, '498.01');
  const send = within(dialog).getByRole('button', { name: 'Save' });
  await user.click(send);
  expect(await within(dialog).findByText('At most ₹498.00 can be refunded.')).toBeInTheDocument();
  await user.clear(amount);
  await user.type(amount, '100');
  await user.click(send);
  expect(await within(dialog).findByText(/At most ₹100.00 of this order/)).toBeInTheDocument();
  await user.click(send);
  await screen.findByRole('button', { name: 'Record a refund…' });
  const sent = calls.filter((call) => call.route === route).map(({ body }) => body);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatchObject({
    channel: 'bank_transfer',
    reference: 'AXISN26328',
    amount: 100,
    reason: 'goodwill',
  });
  expect(sent[1]).toEqual(sent[0]);
});

test('refunds are listed, and a full refund leaves nothing to give back', async () => {
  const refunds = [
    {
      refundId: 'r-1',
      channel: 'cash',
      reference: 'Asha Patel',
      amount: 498,
      reason: 'returned',
      sentOn: '2026-11-25',
      recordedAt: '2026-11-25T06:00:00Z',
    },
  ];
  answerCalls({ [`GET orders/${number}/refunds`]: { data: { refunds } } });
  show(<PaymentCard order={paid({ paymentStatus: 'refunded', refunded: 498 })} />, { me });
  const list = await screen.findByRole('list', { name: 'Refunds recorded' });
  expect(within(list).getByText(/Cash in hand, Asha Patel. Packs were returned/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Record a refund…' })).not.toBeInTheDocument();
});
