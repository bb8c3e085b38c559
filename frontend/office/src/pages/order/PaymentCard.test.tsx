import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { meWith, orderOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { PaymentCard } from './PaymentCard';

const later = orderOf({ paymentMethod: 'pay_later' });
const route = `POST orders/${later.orderNumber}/payment-request`;
const me = meWith('orders.correct');

test('a shopper who pays later is told once more how', async () => {
  const calls = answerCalls({ [route]: { data: { email: 'asha@example.com' } } });
  const { user } = show(<PaymentCard order={later} />, { me });
  await user.click(screen.getByRole('button', { name: 'Email how to pay' }));
  expect(await screen.findByRole('button', { name: 'Email how to pay' })).not.toHaveAttribute(
    'aria-disabled',
  );
  expect(calls).toEqual([{ route, body: {} }]);
});

test.each([
  ['in cash', orderOf()],
  ['no more', { ...later, status: 'cancelled' as const }],
  ['already', { ...later, paymentStatus: 'paid' as const }],
])('payment instructions are not offered for an order paid %s', (_, order) => {
  show(<PaymentCard order={order} />, { me });
  expect(screen.queryByRole('button', { name: 'Email how to pay' })).not.toBeInTheDocument();
});
