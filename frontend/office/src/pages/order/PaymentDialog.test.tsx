import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { meWith, orderOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { PaymentDialog } from './PaymentDialog';

test('no payment of nothing is written down', async () => {
  const calls = answerCalls({});
  const { user } = show(<PaymentDialog order={orderOf()} onClose={() => {}} />, {
    me: meWith('payments.record'),
  });
  const amount = screen.getByLabelText('Amount in ₹');
  await user.clear(amount);
  await user.type(amount, '0');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter how much you received.')).toBeInTheDocument();
  expect(calls).toEqual([]);
});
