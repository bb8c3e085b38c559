import { act, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../api/errors';
import type { Payment } from '../../api/types';
import * as payments from '../../api/payments';
import { keepProof, keptProof } from '../../stores/payment_proof';
import PaymentPage from './PaymentPage';

vi.mock('../../api/payments');
vi.mock('../../messages/notify');

const number = 'VM-261123-7K3QX';
const mobilenumber = '9876543210';
const open: Payment = {
  orderNumber: number,
  state: 'open',
  amount: 249.5,
  payUrl: 'https://pay.example/l/1',
  upiLink: null,
  dueAt: '2026-11-26T07:00:00Z',
  secondsLeft: 1740,
  paid: 0,
  paidAt: null,
  refunds: [],
  isSimulated: false,
  decline: '',
};
const unstarted: Payment = { ...open, state: 'not_started', payUrl: null };
const paid: Payment = {
  ...open,
  state: 'paid',
  payUrl: null,
  secondsLeft: null,
  paid: 249.5,
  paidAt: '2026-11-26T06:31:00Z',
};
const { startPayment, readPayment, checkPayment } = vi.mocked(payments);

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  for (const call of [startPayment, readPayment, checkPayment]) call.mockReset().mockResolvedValue(open);
  keepProof(number, mobilenumber);
});

afterEach(() => vi.useRealTimers());

function Address() {
  const { pathname, search, hash } = useLocation();
  return <output>{pathname + search + hash}</output>;
}

async function visit(address = `/payment?order=${number}`) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/payment" element={<PaymentPage />} />
      </Routes>
      <Address />
      <Link to={`/payment?order=${number}`}>here</Link>
    </MemoryRouter>,
  );
  await pass(0);
}

/** Advances the clock and lets pending requests finish. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const heading = () => screen.getByRole('heading', { level: 1 });
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
};

test('money is asked for once, and paid on the provider’s page', async () => {
  readPayment.mockResolvedValueOnce(unstarted);
  await visit();
  expect(startPayment).toHaveBeenCalledExactlyOnceWith(number, { mobilenumber });
  expect(heading()).toHaveTextContent('Pay your order');
  expect(screen.getByText('₹249.50')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Pay by UPI or card' })).toHaveAttribute('href', open.payUrl);
  expect(screen.getByRole('timer')).toHaveTextContent('29:00');
  await pass(2000);
  expect(screen.getByRole('timer')).toHaveTextContent('28:58');
});

test('the page hears by itself that the order is paid, and shows what was paid', async () => {
  await visit();
  readPayment.mockResolvedValue(paid);
  await pass(2000);
  expect(heading()).toHaveTextContent('Thank you, your order is paid');
  expect(heading()).toHaveFocus();
  expect(screen.getByText('26 Nov 2026, 12:01 pm')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Follow your order' })).toHaveAttribute(
    'href',
    `/track?order=${number}`,
  );
  expect(keptProof(number)).toBe('');
  fireEvent.click(screen.getByRole('link', { name: 'here' }));
  await pass(0);
  expect(heading()).toHaveTextContent('Thank you, your order is paid');
  const asked = readPayment.mock.calls.length;
  await pass(600_000);
  expect(readPayment).toHaveBeenCalledTimes(asked);
});

test('a shopper who says they paid has the provider asked, and is told when nothing has come yet', async () => {
  await visit();
  await press('I have paid');
  expect(checkPayment).toHaveBeenCalledExactlyOnceWith(number, { mobilenumber });
  expect(screen.getByText('We have not received your payment yet. We keep checking.')).toBeVisible();
  checkPayment.mockResolvedValueOnce({ ...open, state: 'confirming' });
  await press('I have paid');
  expect(heading()).toHaveTextContent('We are confirming your payment');
  expect(heading()).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull();
});

test('two quick presses of it ask once', async () => {
  await visit();
  checkPayment.mockReturnValue(new Promise(() => {}));
  await press('I have paid');
  fireEvent.click(screen.getByRole('button', { name: 'Asking the bank…' }));
  expect(checkPayment).toHaveBeenCalledOnce();
});

test('returning from the provider asks it at once, and its parameters leave the address', async () => {
  checkPayment.mockResolvedValueOnce(paid);
  await visit(`/payment?order=${number}&razorpay_payment_id=pay_1&razorpay_signature=abc`);
  expect(checkPayment).toHaveBeenCalledExactlyOnceWith(number, { mobilenumber });
  expect(heading()).toHaveTextContent('Thank you, your order is paid');
  expect(document.querySelector('output')).toHaveTextContent(`/payment?order=${number}`);
});

test('a payment that is declined can be tried again where it was tried', async () => {
  readPayment.mockResolvedValue({ ...open, state: 'declined', decline: 'Your bank said no.' });
  await visit();
  expect(heading()).toHaveTextContent('The payment was declined');
  expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', 'https://pay.example/l/1');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(startPayment).not.toHaveBeenCalled();
});

test('a payment that is declined and has no page any more is asked for again', async () => {
  readPayment.mockResolvedValue({ ...open, state: 'declined', payUrl: null, decline: 'Your bank said no.' });
  await visit();
  expect(heading()).toHaveTextContent('The payment was declined');
  expect(screen.getByText('The reason given: Your bank said no.')).toBeVisible();
  expect(startPayment).not.toHaveBeenCalled();
  await press('Try again');
  expect(startPayment).toHaveBeenCalledOnce();
  expect(screen.getByRole('link', { name: 'Pay by UPI or card' })).toBeVisible();
});

test('a payment to the shop’s own UPI id is polled only after the shopper’s word, and can be paid after that', async () => {
  const upiLink = 'upi://pay?pa=shop@bank&am=249.50&cu=INR';
  const own: Payment = { ...open, payUrl: null, upiLink, secondsLeft: 1 };
  readPayment.mockResolvedValueOnce(own).mockResolvedValue({ ...own, secondsLeft: 60 });
  await visit();
  expect(
    screen.getByText(`Or send it to the UPI id shop@bank, and write ${number} beside it.`),
  ).toBeVisible();
  await pass(1000);
  expect(checkPayment).not.toHaveBeenCalled();
  checkPayment.mockResolvedValue({ ...own, state: 'confirming' });
  await press('I have paid');
  expect(screen.getByText(/^We check our account/)).toBeVisible();
  expect(screen.getByText('Not paid yet?')).toBeVisible();
  expect(screen.getByText('Scan this with any UPI app on your phone.')).toBeInTheDocument();
});

test('when the time is over, the shop says what became of it', async () => {
  checkPayment.mockResolvedValue({ ...unstarted, state: 'expired', secondsLeft: null });
  readPayment.mockResolvedValue({ ...open, secondsLeft: 1 });
  await visit();
  await pass(1000);
  expect(heading()).toHaveTextContent('This order is cancelled');
  expect(screen.getByText(/^It was cancelled, or was not paid in time\./)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['held', 'We are checking your payment'],
  ['refunding', 'We are refunding your money'],
] as const)('money that is %s says so', async (state, words) => {
  const refund = { amount: 100, wantedAt: '2026-11-26T06:31:00Z', changedAt: '2026-11-26T06:31:00Z' };
  readPayment.mockResolvedValue({ ...paid, state, refunds: [{ ...refund, state: 'on_its_way' }] });
  await visit();
  expect(heading()).toHaveTextContent(words);
  expect(screen.getByText('Refund of ₹100.00')).toBeVisible();
  expect(screen.getByText('On its way · 26 Nov 2026')).toBeVisible();
});

test('a shop that is away is asked again, and the known state stays', async () => {
  await visit();
  readPayment.mockRejectedValueOnce(new ConnectionError(undefined));
  await pass(2000);
  expect(screen.getByText('The shop cannot be reached right now. We keep trying.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Pay by UPI or card' })).toBeVisible();
  readPayment.mockResolvedValue(paid);
  await pass(3000);
  expect(heading()).toHaveTextContent('Thank you, your order is paid');
});

test('the link of a mail opens the payment on any device, and its token is sent nowhere else', async () => {
  sessionStorage.clear();
  await visit(`/payment#${number}/6a3b-00c0ffee`);
  expect(readPayment).toHaveBeenCalledExactlyOnceWith(number, { token: '6a3b-00c0ffee' });
});

test('without a proof the shopper is asked whose order it is', async () => {
  sessionStorage.clear();
  readPayment.mockRejectedValueOnce(new ApiError(401, 'Please login to see your orders.'));
  await visit();
  expect(heading()).toHaveTextContent('Confirm your order');
  expect(screen.getByLabelText('Order number')).toHaveValue(number);
  fireEvent.change(screen.getByLabelText('Mobile number'), { target: { value: '98765 43210' } });
  await press('Continue');
  expect(readPayment).toHaveBeenLastCalledWith(number, { mobilenumber });
  expect(heading()).toHaveTextContent('Pay your order');
});

test('a hidden page asks nothing, and asks at once when it is shown again', async () => {
  await visit();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  const asked = readPayment.mock.calls.length;
  await pass(120_000);
  expect(readPayment).toHaveBeenCalledTimes(asked);
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await pass(0);
  expect(readPayment).toHaveBeenCalledTimes(asked + 1);
  hidden.mockRestore();
});
