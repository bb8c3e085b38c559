import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import { ApiError } from '../../api/errors';
import type { DeliveryQuote } from '../../api/types';
import { usePincode } from '../../delivery/pincode';
import { surat } from '../../test_data';
import { keptProof } from '../../stores/payment_proof';
import { beginAnew, field, fill, open, placed, submit } from './test_checkout';

vi.mock('../../api/client');
vi.mock('../../api/lists');
vi.mock('../../messages/notify');

beforeEach(beginAnew);

/** Limits queries to the dialog, because the cart behind it has the same texts. */
const inDialog = () => within(screen.getByRole('dialog', { name: 'Checkout Details' }));
/** The sent order. */
const sent = () => vi.mocked(client.placeOrder).mock.calls[0]?.[0];

test('cash on delivery costs its fee, and the order says so', async () => {
  vi.mocked(client.quoteDelivery).mockResolvedValue(surat);
  open();
  const cash = screen.getByRole('radio', { name: 'Cash on delivery' });
  expect(cash).toHaveAccessibleDescription('Your pincode decides what it costs.');
  await fill();
  expect(await inDialog().findByText(/^Surat, Gujarat:/)).toBeVisible();
  expect(cash).toHaveAccessibleDescription('To the carrier at your door, ₹50 on top.');
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

test('paying later is selected at first, and is what the order says', async () => {
  open();
  expect(screen.getByRole('radio', { name: 'Pay later' })).toBeChecked();
  await fill();
  await submit();
  expect(await screen.findByText('/greeting VM-1')).toBeVisible();
  expect(sent()).toMatchObject({ paymentMethod: 'pay_later', totalAmount: 498 });
});

test('a way to pay is chosen while the pincode is looked up, and the order waits for the answer', async () => {
  let answer: (quote: DeliveryQuote) => void = () => {};
  vi.mocked(client.quoteDelivery).mockReturnValue(new Promise((resolve) => (answer = resolve)));
  open();
  await fill();
  await userEvent.click(screen.getByRole('radio', { name: 'Cash on delivery' }));
  expect(screen.getByRole('radio', { name: 'Cash on delivery' })).toBeChecked();
  await submit();
  expect(client.placeOrder).not.toHaveBeenCalled();
  answer({ ...surat, codFee: 0 });
  expect(await screen.findByText('/greeting VM-1')).toBeVisible();
  expect(sent()).toMatchObject({ paymentMethod: 'cash_on_delivery', totalAmount: 498 });
});

test('an order that costs more than was shown when it was sent is not placed before the shopper saw its total', async () => {
  let answer: (quote: DeliveryQuote) => void = () => {};
  vi.mocked(client.quoteDelivery).mockReturnValue(new Promise((resolve) => (answer = resolve)));
  open();
  await fill();
  await userEvent.click(screen.getByRole('radio', { name: 'Cash on delivery' }));
  await submit();
  answer(surat);
  const words = 'With delivery your order comes to ₹548.00. Check the total, then press the button again.';
  await waitFor(() => expect(screen.getByText(words)).toHaveFocus());
  expect(client.placeOrder).not.toHaveBeenCalled();
  expect(screen.getByTestId('order-total')).toHaveTextContent('₹548.00');
  await submit();
  expect(await screen.findByText('/greeting VM-1')).toBeVisible();
  expect(sent()).toMatchObject({ paymentMethod: 'cash_on_delivery', totalAmount: 548 });
});

test('an order whose way to pay is not offered at another pincode is not sent, and says so', async () => {
  vi.mocked(client.quoteDelivery).mockImplementation(async (pincode) =>
    pincode === '744101' ? { ...surat, codFee: null } : surat,
  );
  open();
  await fill();
  await userEvent.click(await screen.findByRole('radio', { name: 'Cash on delivery' }));
  await userEvent.clear(field('Pincode'));
  await userEvent.type(field('Pincode'), '744101');
  const cash = screen.getByRole('radio', { name: 'Cash on delivery' });
  const why = 'Cash on delivery is not available at your pincode.';
  await waitFor(() => expect(cash).toHaveAccessibleDescription(why));
  expect(cash).not.toBeChecked();
  expect(cash).toBeDisabled();
  await submit();
  expect(screen.getByText(`${why} Choose another way to pay.`)).toHaveFocus();
  expect(client.placeOrder).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('radio', { name: 'Pay later' }));
  await submit();
  expect(await screen.findByText('/greeting VM-1')).toBeVisible();
  expect(sent()).toMatchObject({ paymentMethod: 'pay_later', totalAmount: 498 });
});

test('an order to a pincode that there is not is not sent', async () => {
  vi.mocked(client.quoteDelivery).mockRejectedValue(new ApiError(404, 'We do not know this pincode.'));
  open();
  await fill();
  await submit();
  expect(field('Pincode')).toHaveAccessibleDescription('There is no pincode 395007. Please check it.');
  expect(field('Pincode')).toHaveFocus();
  expect(client.placeOrder).not.toHaveBeenCalled();
});

test('an order whose delivery the shop cannot tell is not sent, and the next press asks again', async () => {
  vi.mocked(client.quoteDelivery).mockRejectedValue(new ApiError(503, 'Please try again in a moment.'));
  open();
  await fill();
  await submit();
  await waitFor(() => expect(screen.getByText('Please try again in a moment.')).toHaveFocus());
  expect(client.placeOrder).not.toHaveBeenCalled();
  vi.mocked(client.quoteDelivery).mockResolvedValue(surat);
  await submit();
  expect(await screen.findByText('/greeting VM-1')).toBeVisible();
});

test('a pincode with a space is asked for and sent without it', async () => {
  open();
  await fill();
  await userEvent.clear(field('Pincode'));
  await userEvent.type(field('Pincode'), '395 003');
  expect(await inDialog().findByText(/^Surat, Gujarat:/)).toBeVisible();
  await submit();
  expect(await screen.findByText('/greeting VM-1')).toBeVisible();
  expect(sent()).toMatchObject({ pincode: '395003' });
});

test('goods that cost more than the carrier takes cash for are paid otherwise', async () => {
  vi.mocked(client.quoteDelivery).mockResolvedValue({ ...surat, codUpTo: 400 });
  open();
  await fill();
  const cash = screen.getByRole('radio', { name: 'Cash on delivery' });
  await waitFor(() =>
    expect(cash).toHaveAccessibleDescription('Cash on delivery is available for goods of up to ₹400.'),
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
  expect(await inDialog().findByText(/^Surat, Gujarat:/)).toBeVisible();
  expect(screen.getAllByRole('radio')).toHaveLength(2);
});

test('a pincode that the shopper gave before is filled in', async () => {
  usePincode.setState({ pincode: '110001' });
  open();
  expect(field('Pincode')).toHaveValue('110001');
});
