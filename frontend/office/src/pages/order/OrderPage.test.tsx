import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { orderOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import OrderPage from './OrderPage';

const number = orderOf().orderNumber;

test('an order that no one has confirmed says when it ends', async () => {
  const endsAt = new Date(Date.now() + 5.5 * 3_600_000).toISOString();
  answerCalls({
    [`GET orders/${number}`]: { data: orderOf({ endsAt }) },
    [`GET orders/${number}/notes`]: { data: { notes: [] } },
  });
  show(
    <Routes>
      <Route path="/orders/:number" element={<OrderPage />} />
    </Routes>,
    { at: `/orders/${number}` },
  );
  const chip = await screen.findByText('Cancelled in 5 hours');
  expect(chip.closest('p')).toHaveTextContent(/cancelled automatically on .* unless you confirm it\.$/);
});
