import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as payments from '../../api/payments';
import type { Order, Payment, Proof } from '../../api/types';
import { notifyError } from '../../messages/notify';
import { saveFile } from '../../rules/save_file';
import { keptProof } from '../../stores/payment_proof';
import { orderAfter } from '../../test_data';
import { OrderMoney } from './OrderMoney';

vi.mock('../../api/payments');
vi.mock('../../messages/notify');
vi.mock('../../rules/save_file');

const number = 'VM-261123-7K3QX';
const mobilenumber = '9876543210';
const unpaid: Order = { ...orderAfter('placed'), paymentMethod: 'online' };
const invoice = {
  documentId: 'an-id',
  kind: 'invoice',
  number: 'VM/26-27/00042',
  issuedOn: '2026-11-26',
  total: 847,
} as const;
const payment: Payment = {
  orderNumber: number,
  state: 'open',
  amount: 847,
  payUrl: 'https://pay.example/l/1',
  upiLink: null,
  dueAt: null,
  secondsLeft: null,
  paid: 0,
  paidAt: null,
  refunds: [],
  isSimulated: false,
  decline: '',
};

beforeEach(() => {
  sessionStorage.clear();
  vi.mocked(payments.readPayment).mockReset().mockResolvedValue(payment);
  vi.mocked(payments.readInvoice).mockReset();
  vi.mocked(payments.invoiceFile).mockReset().mockReturnValue('/the/file');
  vi.mocked(notifyError).mockReset();
  vi.mocked(saveFile).mockReset();
});

function show(order: Order, proof: Proof = {}) {
  render(
    <MemoryRouter>
      <OrderMoney order={order} proof={proof} />
    </MemoryRouter>,
  );
}

test.each([
  [{ token: '6a3b-00c0ffee' }, `/payment#${number}/6a3b-00c0ffee`, ''],
  [{ mobilenumber }, `/payment?order=${number}`, mobilenumber],
  [{}, `/payment?order=${number}`, ''],
])('an order that is not paid leads to its payment, proven as before: %o', async (proof, address, kept) => {
  show(unpaid, proof);
  const link = await screen.findByRole('link', { name: 'Pay now' });
  expect(link).toHaveAttribute('href', address);
  expect(keptProof(number)).toBe('');
  await userEvent.click(link);
  expect(keptProof(number)).toBe(kept);
});

test('an order whose payment cannot be told can be paid all the same', async () => {
  vi.mocked(payments.readPayment).mockRejectedValue(new Error('down'));
  show(unpaid);
  expect(await screen.findByRole('link', { name: 'Pay now' })).toBeVisible();
});

test('a shopper who comes back from a UPI app reads that it is paid', async () => {
  show(unpaid);
  expect(await screen.findByRole('link', { name: 'Pay now' })).toBeVisible();
  vi.mocked(payments.readPayment).mockResolvedValue({ ...payment, state: 'paid', paid: 847 });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('Paid. Thank you.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Pay now' })).toBeNull();
});

test('an order that is not paid online asks nothing, and offers nothing', () => {
  show(orderAfter('placed'));
  expect(payments.readPayment).not.toHaveBeenCalled();
  expect(screen.queryByRole('link')).toBeNull();
});

test('money that goes back is told sum by sum', async () => {
  const refund = { wantedAt: '2026-11-26T06:31:00Z', changedAt: '2026-11-27T06:31:00Z' };
  vi.mocked(payments.readPayment).mockResolvedValue({
    ...payment,
    state: 'partly_refunded',
    refunds: [
      { ...refund, amount: 249, state: 'processed' },
      { ...refund, amount: 100, state: 'failed' },
    ],
  });
  show({ ...unpaid, paymentStatus: 'partly_refunded' });
  expect(screen.getByText('Part of your money has been refunded.')).toBeVisible();
  expect((await screen.findByText('Refund of ₹249.00')).parentElement).toHaveTextContent(
    'Refunded · 27 Nov 2026',
  );
  expect(screen.getByText('Refund of ₹100.00').parentElement).toHaveTextContent(
    'Did not arrive. We are checking it.',
  );
  expect(screen.queryByRole('link')).toBeNull();
});

test('a logged-in shopper follows a link to the invoice; a guest’s proof stands in no address', async () => {
  show({ ...orderAfter('placed'), documents: [invoice] });
  const documents = within(screen.getByRole('region', { name: 'Invoice' }));
  expect(documents.getByRole('link', { name: 'Tax invoice VM/26-27/00042' })).toHaveAttribute(
    'href',
    '/the/file',
  );
  expect(documents.getByText('26 Nov 2026, ₹847.00')).toBeVisible();
});

test('saves a guest’s invoice under its number by the mail’s link, and tells when it does not come', async () => {
  const file = new Blob(['%PDF']);
  const token = '6a3b-00c0ffee';
  vi.mocked(payments.readInvoice).mockResolvedValueOnce(file).mockRejectedValueOnce(new Error('away'));
  show({ ...orderAfter('placed'), documents: [invoice] }, { token });
  const button = screen.getByRole('button', { name: 'Tax invoice VM/26-27/00042' });
  await userEvent.click(button);
  expect(payments.readInvoice).toHaveBeenCalledExactlyOnceWith(number, 'an-id', { token });
  expect(saveFile).toHaveBeenCalledExactlyOnceWith(file, 'VM-26-27-00042.pdf');
  await userEvent.click(button);
  expect(notifyError).toHaveBeenCalledExactlyOnceWith('The document could not be loaded. Please try again.');
});

test('names the invoice to a guest who proved the mobile number, and says how to get it', () => {
  show({ ...orderAfter('placed'), documents: [invoice] }, { mobilenumber });
  const documents = within(screen.getByRole('region', { name: 'Invoice' }));
  expect(documents.getByText('Tax invoice VM/26-27/00042')).toBeVisible();
  expect(documents.queryByRole('button')).toBeNull();
  expect(documents.queryByRole('link')).toBeNull();
  expect(documents.getByText(/after you log in or open the link in one of our emails/)).toBeVisible();
});
