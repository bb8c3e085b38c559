// The screens for screenshots: the role, and how to open each one.
import { press } from './press.mjs';
import { shotsOfCash } from './shots_of_cash.mjs';
import { shotsOfHeld } from './shots_of_held.mjs';
import { shotsOfImports } from './shots_of_imports.mjs';
import { shotsOfPacking } from './shots_of_packing.mjs';
import { shotsOfPayments } from './shots_of_payments.mjs';
import { shotsOfPeople } from './shots_of_people.mjs';
import { shotsOfProducts } from './shots_of_products.mjs';
import { shotsOfRecalls } from './shots_of_recalls.mjs';
import { shotsOfShop } from './shots_of_shop.mjs';

const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();

async function openOrders(page, path = '/orders?tab=to-pack') {
  await page.goto(path);
  await page.getByRole('checkbox').nth(1).waitFor();
}

async function selectFirst(page, count) {
  for (let at = 0; at < count; at += 1)
    await page
      .getByRole('checkbox', { name: /^Select VM/ })
      .nth(at)
      .check();
}

/** Opens the page of the first order in a status. */
async function openOrder(page, office, status) {
  const { orderNumber } = office.state.orders.find((order) => order.status === status);
  await page.goto(`/orders/${orderNumber}`);
  await heading(page, orderNumber);
  return orderNumber;
}

function numbersOf(office, count) {
  return office.state.orders
    .filter(({ status }) => status === 'confirmed')
    .slice(0, count)
    .map(({ orderNumber }) => orderNumber)
    .join(',');
}

/** Opens the batches of a pack. */
async function openBatches(page) {
  await page.goto('/stock');
  await page
    .getByRole('link', { name: /Karela/ })
    .first()
    .click();
  await page.getByText('K-2610').first().waitFor();
}

export const shots = {
  'sign-in': { role: 'visitor', open: (page) => page.goto('/sign-in') },
  'sign-in-wrong': {
    role: 'visitor',
    open: async (page) => {
      await page.goto('/orders');
      await page.getByLabel('Email').fill('hansa');
      await press(page, 'Sign in');
      await page.getByText('Enter an email address.').waitFor();
    },
  },
  invitation: {
    role: 'visitor',
    open: async (page) => {
      await page.goto('/invitation#good');
      await page.getByLabel('A password for the office').fill('a long enough one');
    },
  },
  'invitation-codes': {
    role: 'visitor',
    open: async (page) => {
      await page.goto('/invitation#good');
      await page.getByLabel('A password for the office').fill('a long enough one');
      await page.getByLabel('Six digits').fill('123 456');
      await press(page, 'Accept the invitation');
      await heading(page, 'Save these codes');
    },
  },
  'invitation-ended': { role: 'visitor', open: (page) => page.goto('/invitation#old') },
  today: {
    open: async (page, _, width) => {
      await page.goto('/');
      await page.getByText('Sold, last').waitFor();
      if (width > 760) await page.locator('svg rect[class*="hit"]').nth(8).hover();
    },
  },
  'today-server': {
    open: async (page, office) => {
      office.state.failedChecks = [
        { name: 'copies elsewhere', message: 'copied to away: 47 minutes ago, and more waits' },
        { name: 'disk of backups', message: '612 MiB free, 6 %' },
      ];
      await page.goto('/');
      await page.getByText('The server needs attention').waitFor();
    },
  },
  'today-packer': {
    role: 'packer',
    open: async (page) => {
      await page.goto('/');
      await page.getByText('to pack', { exact: true }).waitFor();
    },
  },
  'today-down': {
    open: async (page, office) => {
      await page.goto('/');
      await page.getByText('to pack', { exact: true }).waitFor();
      office.state.isDown = true;
      await page
        .getByRole('link', { name: /^Stock/ })
        .first()
        .click();
      await page.getByText('There is no answer').waitFor({ timeout: 20_000 });
    },
  },
  orders: {
    open: async (page) => {
      await openOrders(page);
      await selectFirst(page, 4);
    },
  },
  'orders-all': { open: (page) => openOrders(page, '/orders') },
  'orders-found': { open: (page) => openOrders(page, '/orders#patel') },
  'orders-nothing': {
    open: async (page) => {
      await page.goto('/orders#unknown');
      await page.getByText('No orders match').waitFor();
    },
  },
  'orders-bulk': {
    open: async (page, office) => {
      await openOrders(page);
      const { orderNumber } = office.state.orders.filter(({ status }) => status === 'confirmed')[1];
      office.state.quicker.add(orderNumber);
      await selectFirst(page, 4);
      await press(page, 'Mark packed');
      await page.getByText('No email is sent.').waitFor();
      await press(page, 'Mark packed');
      await page.getByText('3 of 4 packed').waitFor();
    },
  },
  'orders-bulk-asked': {
    open: async (page) => {
      await openOrders(page, '/orders?tab=to-confirm');
      await selectFirst(page, 3);
      await press(page, 'Confirm');
      await page.getByText('Shoppers with an email address get an email.').waitFor();
    },
  },
  'orders-new': {
    open: async (page, office) => {
      await openOrders(page);
      const [order] = office.state.orders;
      office.state.orders.unshift({
        ...order,
        status: 'placed',
        orderNumber: 'VM-261128-NEWER',
        orderId: 'o-newer',
      });
      await page.getByRole('link', { name: '1 new order' }).waitFor();
    },
  },
  palette: {
    open: async (page) => {
      await page.goto('/');
      await page.getByText('to pack', { exact: true }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('asha');
      await page.getByRole('option').first().waitFor();
    },
  },
  keys: {
    open: async (page) => {
      await page.goto('/');
      await page.getByText('to pack', { exact: true }).waitFor();
      await page.keyboard.press('?');
    },
  },
  more: {
    open: async (page, _, width) => {
      await page.goto('/');
      await page.getByText('to pack', { exact: true }).waitFor();
      if (width < 760) await press(page, 'More');
    },
  },
  'order-to-pack': { open: (page, office) => openOrder(page, office, 'confirmed') },
  'order-return': { open: (page, office) => openOrder(page, office, 'return_requested') },
  'order-ship': {
    open: async (page, office) => {
      await openOrder(page, office, 'packed');
      await press(page, 'Ship…');
    },
  },
  'order-return-accepted': {
    open: async (page, office) => {
      await openOrder(page, office, 'return_requested');
      await press(page, 'Accept the return…');
    },
  },
  'order-returned': {
    open: async (page, office) => {
      await openOrder(page, office, 'return_requested');
      await press(page, 'Inspect the return…');
    },
  },
  'order-conflict': {
    open: async (page, office) => {
      office.state.quicker.add(await openOrder(page, office, 'packed'));
      await press(page, 'Ship…');
      await page.getByLabel('Carrier', { exact: true }).fill('Delhivery');
      await press(page, 'Mark shipped');
      await page.getByText('The order changed meanwhile.').waitFor();
    },
  },
  'order-payment': {
    role: 'accountant',
    open: async (page, office) => {
      await openOrder(page, office, 'delivered');
      await press(page, 'Record a payment…');
    },
  },
  'order-unknown': {
    open: async (page) => {
      await page.goto('/orders/VM-000000-XXXXX');
      await page.getByText('There is no such order').waitFor();
    },
  },
  'print-pick': {
    role: 'packer',
    open: async (page, office) => {
      await page.goto(`/orders/print?view=pick&numbers=${numbersOf(office, 4)}`);
      await page.getByRole('checkbox').first().check();
    },
  },
  'print-labels': {
    open: async (page, office) => {
      await page.goto(`/orders/print?view=labels&numbers=${numbersOf(office, 3)}`);
      await page.getByRole('article').first().waitFor();
    },
  },
  'print-slips': {
    open: async (page, office) => {
      await page.goto(`/orders/print?view=slips&numbers=${numbersOf(office, 2)}`);
      await page.getByRole('article').first().waitFor();
    },
  },
  stock: {
    open: async (page) => {
      await page.goto('/stock');
      await page.getByText('Karela Powder').first().waitFor();
    },
  },
  batches: { open: openBatches },
  'batches-receive': {
    open: async (page) => {
      await openBatches(page);
      await press(page, 'Receive');
      await press(page, 'Receive');
      await page.getByText('Enter a number of packs.').waitFor();
    },
  },
  'batches-adjust': {
    open: async (page) => {
      await openBatches(page);
      await press(page, 'Correct…');
    },
  },
  'batches-recalled': {
    open: async (page) => {
      await openBatches(page);
      await press(page, 'Recall…');
      await page.getByLabel('Reason').fill('Found sand in a pack');
      await press(page, 'Recall the batch');
      await page.getByText('is recalled').waitFor();
    },
  },
  returns: {
    open: async (page) => {
      await page.goto('/returns');
      await page.getByText('J-2609').waitFor();
    },
  },
  'returns-resolve': {
    open: async (page) => {
      await page.goto('/returns');
      await press(page, 'Write off…');
    },
  },
  staff: {
    open: async (page) => {
      await page.goto('/staff');
      await page.getByText('Ramesh Solanki').first().waitFor();
    },
  },
  'staff-invite': {
    open: async (page) => {
      await page.goto('/staff');
      await press(page, 'Invite');
    },
  },
  log: {
    open: async (page) => {
      await page.goto('/log');
      await page.getByText('Search orders').first().waitFor();
    },
  },
  ...shotsOfCash,
  ...shotsOfHeld,
  ...shotsOfImports,
  ...shotsOfPacking,
  ...shotsOfPayments,
  ...shotsOfPeople,
  ...shotsOfProducts,
  ...shotsOfRecalls,
  ...shotsOfShop,
  'not-permitted': {
    role: 'packer',
    open: async (page) => {
      await page.goto('/log');
      await heading(page, 'Not for your role');
    },
  },
  'not-found': { open: (page) => page.goto('/nothing') },
};
