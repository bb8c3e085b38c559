import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { RefundDialog } from '../pages/order/RefundDialog';
import { meWith, paymentOf } from '../test_data';
import { answerCalls, show } from '../test_page';

const payment = paymentOf();
const refunding = `POST payments/${payment.paymentId}/refunds`;
const unheard = { status: 503, body: { message: 'The payment service does not answer.' } };
const refused = { status: 409, body: { message: 'At most ₹100.00 can go back.' } };
const done = { data: { refundId: 'r-1' } };

function Card() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Refund…
      </button>
      {isOpen && <RefundDialog payment={payment} most={498} onClose={() => setIsOpen(false)} />}
    </>
  );
}

test('a refund whose answer was lost goes out under the same id, also from a dialog that is opened anew; after an answer it is another one', async () => {
  const calls = answerCalls({ [refunding]: [unheard, unheard, done, refused, done] });
  const { user } = show(<Card />, { me: meWith('payments.refund') });
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Refund…' }));
    await user.selectOptions(screen.getByLabelText('Reason'), 'goodwill');
  };
  const sent = () => calls.filter(({ route }) => route === refunding);
  const send = async () => {
    const before = sent().length;
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(sent()).toHaveLength(before + 1));
  };
  const leave = async () => {
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }));
  };
  const closed = () => waitFor(() => expect(screen.queryByLabelText('Reason')).not.toBeInTheDocument());

  await open();
  await send();
  await screen.findByText('The payment service does not answer.');
  await send();
  await screen.findByRole('button', { name: 'Refund' });
  await leave();
  await open();
  await send();
  await closed();
  await open();
  await send();
  await screen.findByText('At most ₹100.00 can go back.');
  await leave();
  await open();
  await send();
  await closed();
  const ids = sent().map(({ body }) => (body as { refundId: string }).refundId);
  expect(ids.slice(1, 3)).toEqual([ids[0], ids[0]]);
  expect(new Set(ids).size).toBe(3);
});
