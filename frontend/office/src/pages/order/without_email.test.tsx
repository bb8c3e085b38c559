import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { orderQuery } from '../../api/queries';
import { queryClient } from '../../api/query_client';
import type { Order, OrderState } from '../../api/types';
import { meWith, orderIn, orderOf, paymentOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { SentByHandDialog } from '../payments/SentByHandDialog';
import { AddressDialog } from './AddressDialog';
import { PaymentCard } from './PaymentCard';
import { QuantitiesDialog } from './QuantitiesDialog';
import { RecordRefundDialog } from './RecordRefundDialog';
import { RefundDialog } from './RefundDialog';
import { Transitions } from './Transitions';

const WITHOUT = 'There is no email address: call the shopper.';
const close = () => undefined;

const dialogs: [string, (order: Order) => ReactNode][] = [
  ['Correct the address', (order) => <AddressDialog order={order} onClose={close} />],
  ['Correct the quantities', (order) => <QuantitiesDialog order={order} onClose={close} />],
  ['Record a refund', (order) => <RecordRefundDialog order={order} most={498} onClose={close} />],
  ['Refund', () => <RefundDialog payment={paymentOf()} most={498} onClose={close} />],
  [
    'Save',
    ({ orderNumber }) => (
      <SentByHandDialog refundId="r-1" orderNumber={orderNumber} amount={498} onClose={close} />
    ),
  ],
];

function showDialog(part: (order: Order) => ReactNode, order: Order) {
  answerCalls({});
  queryClient.setQueryData(orderQuery(order.orderNumber).queryKey, order);
  show(part(order));
  return screen.getByRole('dialog');
}

test.each(dialogs)('“%s” promises an email only if the order has an address', (_, part) => {
  const dialog = showDialog(part, orderOf({ email: '' }));
  expect(dialog).toHaveTextContent(WITHOUT);
  expect(dialog).not.toHaveTextContent('gets an email');
});

test.each(dialogs)('“%s” promises an email to an order that has an address', (_, part) => {
  expect(showDialog(part, orderOf())).toHaveTextContent('The shopper gets an email.');
});

const paid: Partial<Order> = {
  paymentStatus: 'paid',
  payment: {
    channel: 'upi',
    reference: '4321',
    amount: 498,
    receivedOn: '2026-11-22',
    recordedAt: '2026-11-22T06:00:00Z',
  },
};

test.each<[string, OrderState, OrderState]>([
  ['Ship…', 'packed', 'shipped'],
  ['Accept the return…', 'return_requested', 'return_accepted'],
  ['Inspect the return…', 'return_accepted', 'returned'],
  ['Refuse the return…', 'return_requested', 'delivered'],
  ['Record a return…', 'delivered', 'return_requested'],
  ['Lost…', 'shipped', 'lost'],
  ['Cancel…', 'confirmed', 'cancelled'],
])('“%s” says to call a shopper without an email address', async (button, from, to) => {
  answerCalls({});
  const { user } = show(<Transitions order={orderIn(from, [to], { ...paid, email: '' })} />);
  await user.click(screen.getByRole('button', { name: button }));
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent(WITHOUT);
  expect(dialog).not.toHaveTextContent(/gets an email|by e-?mail/);
});

test('the button “Confirm” says to call a shopper without an email address', () => {
  show(<Transitions order={orderOf({ email: '' })} />);
  expect(screen.getByRole('button', { name: 'Confirm' })).toHaveAttribute('title', WITHOUT);
});

test('an order of a list that shows no addresses promises nothing to a certain shopper', () => {
  show(<Transitions order={orderOf({ email: '', mobileNumber: '…3210' })} />);
  expect(screen.getByRole('button', { name: 'Confirm' })).toHaveAttribute(
    'title',
    'Shoppers with an email address get an email.',
  );
});

test('“Email how to pay” is hidden without an email address', () => {
  const later = orderOf({ paymentMethod: 'pay_later', email: '' });
  show(<PaymentCard order={later} />, { me: meWith('orders.correct') });
  expect(screen.queryByRole('button', { name: 'Email how to pay' })).not.toBeInTheDocument();
});
