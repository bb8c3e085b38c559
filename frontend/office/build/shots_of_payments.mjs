// The screens of online payments, and how to open them.
import { press } from './press.mjs';

async function openPayments(page, path = '/payments') {
  await page.goto(path);
  await page.getByRole('link', { name: /^VM-/ }).first().waitFor();
}

/** Opens the order of the first payment in a state. */
async function openPaid(page, office, state) {
  const { orderNumber } = office.state.payments.find((payment) => payment.state === state);
  await page.goto(`/orders/${orderNumber}`);
  await page.getByRole('heading', { name: 'Online payments' }).waitFor();
}

const hasFailed = ({ refunds }) => refunds.some(({ state }) => state === 'failed');

/** Opens the order whose refund failed at the provider. */
async function openRefundFailed(page, office) {
  const { orderNumber } = office.state.payments.find(hasFailed);
  await page.goto(`/orders/${orderNumber}`);
  await page.getByRole('heading', { name: 'Online payments' }).waitFor();
}

export const shotsOfPayments = {
  payments: { role: 'accountant', open: (page) => openPayments(page) },
  'payments-went-back': { open: (page) => openPayments(page, '/payments?tab=went-back') },
  'payments-credits': {
    role: 'accountant',
    open: async (page) => {
      await page.goto('/payments/credits');
      await page.getByText('NEFT CR-RENT DEPOSIT RETURN').waitFor();
    },
  },
  'payments-match': {
    open: async (page) => {
      await page.goto('/payments/credits');
      await press(page, /^An order’s…/);
      await page.getByLabel('Order number').fill('VM-1');
      await press(page, 'Mark the order paid');
      await page.getByText('There is no such order.').waitFor();
    },
  },
  'order-not-paid': { open: (page, office) => openPaid(page, office, 'open') },
  'order-held': {
    open: async (page, office) => {
      await openPaid(page, office, 'held');
      await press(page, 'Refund…');
      await page.locator('option[value=wrong_amount]:checked').waitFor({ state: 'attached' });
    },
  },
  'order-refund-failed': {
    open: async (page, office) => {
      await openRefundFailed(page, office);
      await page.getByRole('button', { name: 'Record as sent…' }).scrollIntoViewIfNeeded();
    },
  },
  'order-sent-by-hand': {
    open: async (page, office) => {
      await openRefundFailed(page, office);
      await press(page, 'Record as sent…');
      await page.getByLabel('How it was sent').waitFor();
    },
  },
  'order-refunded': {
    open: async (page, office) => {
      await openPaid(page, office, 'partly_refunded');
      await press(page, 'Refund…');
      await page.getByLabel('Amount in ₹').fill('100');
      await page.getByLabel('Reason').selectOption('goodwill');
      await press(page, 'Refund');
      await page.getByLabel('Your password').fill('monsoon over surat');
      await page.getByLabel('Code of your authenticator app').fill('123456');
      await press(page, 'Go on');
      await page.getByText('Requested from the provider').waitFor();
      await page
        .getByRole('button', { name: /^Credit note/ })
        .first()
        .waitFor();
    },
  },
};
