import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import { usePincode } from '../../delivery/pincode';
import { surat } from '../../test_data';
import { keptProof } from '../../stores/payment_proof';
import { beginAnew, field, fill, open, placed, submit } from './test_checkout';

vi.mock('../../api/client');
vi.mock('../../api/lists');
vi.mock('../../messages/notify');

beforeEach(beginAnew);

test('cash on delivery costs its fee, and the order says so', async () => {
  vi.mocked(client.quoteDelivery).mockResolvedValue(surat);
  open();
  const cash = screen.getByRole('radio', { name: 'Cash on delivery' });
  expect(cash).toBeDisabled();
  expect(cash).toHaveAccessibleDescription('Your pincode decides what it costs.');
  await fill();
  expect(await screen.findByText(/^Surat, Gujarat:/)).toBeVisible();
  expect(cash).toHaveAccessibleDescription('To the courier at your door, ₹50 on top.');
  await userEvent.click(cash);
  expect(screen.getByTestId('order-total')).toHaveTextContent('₹548.00');
  expect(screen.getByText('All taxes and delivery included.')).toBeVisible();
  await submit();
  expect(await screen.findByText('/greeting VM-1')).toBeVisible();
  expect(vi.mocked(client.placeOrder).mock.calls[0]?.[0]).toMatchObject({
    paymentMethod: 'cash_on_delivery',
    totalAmount: 548,
  });
});

test('a method that is not offered at another pincode is no longer chosen', async () => {
  vi.mocked(client.quoteDelivery).mockImplementation(async (pincode) =>
    pincode === '744101' ? { ...surat, codFee: null } : surat,
  );
  open();
  await fill();
  await userEvent.click(await screen.findByRole('radio', { name: 'Cash on delivery' }));
  await userEvent.clear(field('Pincode'));
  await userEvent.type(field('Pincode'), '744101');
  const cash = screen.getByRole('radio', { name: 'Cash on delivery' });
  await waitFor(() => expect(cash).toHaveAccessibleDescription('The courier takes no cash at your pincode.'));
  expect(cash).not.toBeChecked();
  expect(screen.getByTestId('order-total')).toHaveTextContent('₹498.00');
  await submit();
  expect(await screen.findByText('/greeting VM-1')).toBeVisible();
  expect(vi.mocked(client.placeOrder).mock.calls[0]?.[0]).not.toHaveProperty('paymentMethod');
});

test('goods that cost more than the courier takes cash for are paid otherwise', async () => {
  vi.mocked(client.quoteDelivery).mockResolvedValue({ ...surat, codUpTo: 400 });
  open();
  await fill();
  const cash = screen.getByRole('radio', { name: 'Cash on delivery' });
  await waitFor(() =>
    expect(cash).toHaveAccessibleDescription('The courier takes cash for goods of up to ₹400.'),
  );
  expect(cash).toBeDisabled();
});

test('an order that is paid online leads to its payment, and the tab keeps what proves whose it is', async () => {
  const online = { ...surat, takesOnlinePayment: true, isPaymentSimulated: true };
  vi.mocked(client.quoteDelivery).mockResolvedValue(online);
  vi.mocked(client.placeOrder).mockResolvedValue({ ...placed, paymentMethod: 'online' });
  open();
  expect(screen.queryByRole('radio', { name: /UPI or card/ })).toBeNull();
  await fill();
  const choice = await screen.findByRole('radio', { name: 'Pay by UPI or card (simulated)' });
  expect(choice).toHaveAccessibleDescription('Now, on the next page. Delivery is free.');
  await userEvent.click(choice);
  await submit();
  expect(await screen.findByText('/payment')).toBeVisible();
  expect(vi.mocked(client.placeOrder).mock.calls[0]?.[0]).toMatchObject({
    paymentMethod: 'online',
    totalAmount: 498,
  });
  expect(keptProof('VM-1')).toBe('9876543210');
});

test('a shop that takes UPI alone speaks of no cards', async () => {
  vi.mocked(client.quoteDelivery).mockResolvedValue({ ...surat, takesOnlinePayment: true, isUpiOnly: true });
  open();
  await fill();
  expect(await screen.findByRole('radio', { name: 'Pay by UPI' })).toBeEnabled();
});

test('a shop that takes no payment online does not speak of it', async () => {
  vi.mocked(client.quoteDelivery).mockResolvedValue(surat);
  open();
  await fill();
  expect(await screen.findByText(/^Surat, Gujarat:/)).toBeVisible();
  expect(screen.getAllByRole('radio')).toHaveLength(2);
});

test('a pincode that the shopper gave before is filled in', async () => {
  usePincode.setState({ pincode: '110001' });
  open();
  expect(field('Pincode')).toHaveValue('110001');
});
