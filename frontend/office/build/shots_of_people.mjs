// The screens of reviews, messages, shoppers, order notes and exports, and how to open them.
import { press } from './press.mjs';

/** Clicks a button of the open dialog. */
const pressIn = (page, name) => page.locator('dialog[open]').getByRole('button', { name }).click();

async function openReviews(page, path = '/reviews') {
  await page.goto(path);
  await page
    .getByRole('button', { name: 'Answer publicly…' })
    .or(page.getByText('Change the answer…'))
    .first()
    .waitFor();
}

async function openTicket(page, office, at = 0) {
  await page.goto(`/messages/${office.state.tickets[at].ticket.messageId}`);
  await page.getByRole('heading', { name: 'Answer by email' }).waitFor();
}

async function openShopper(page, office, at = 0) {
  await page.goto(`/shoppers/${office.state.shoppers[at].shopper.accountId}`);
  await page.getByRole('heading', { name: 'Personal data' }).waitFor();
}

/** Exports the orders of this month, and confirms the identity. */
async function saveOrders(page) {
  await page.goto('/orders');
  await press(page, 'Export…');
  await pressIn(page, 'Export');
  await page.getByLabel('Your password').fill('monsoon over surat');
  await page.getByLabel('Code of your authenticator app').fill('123456');
  const saved = page.waitForEvent('download');
  await press(page, 'Go on');
  const name = (await saved).suggestedFilename();
  if (!/^orders-.*\.csv$/.test(name)) throw new Error(`the orders are saved as ${name}`);
  await page.getByText('The file is saved').waitFor();
}

async function openAddress(page, office) {
  const { orderNumber } = office.state.orders.find(({ status }) => status === 'confirmed');
  await page.goto(`/orders/${orderNumber}`);
  await press(page, 'Correct the address…');
  return orderNumber;
}

export const shotsOfPeople = {
  reviews: { role: 'support', open: (page) => openReviews(page) },
  'reviews-refuse': {
    open: async (page) => {
      await openReviews(page);
      await page.keyboard.press('j');
      await page.keyboard.press('r');
      await page.getByText('The writer reads:').waitFor();
    },
  },
  'reviews-next': {
    open: async (page) => {
      await openReviews(page);
      await page.keyboard.press('j');
      await page.keyboard.press('a');
      await page.getByText('Approved: Rakesh Iyer').waitFor();
    },
  },
  'reviews-conflict': {
    open: async (page, office) => {
      await openReviews(page);
      office.state.changed.add(office.state.reviews[0].review.id);
      await page.keyboard.press('j');
      await page.keyboard.press('r');
      await page.getByLabel(/own words/).fill('Your own words are welcome.');
      await press(page, 'Refuse review');
      await page.getByText('This changed while you read it.').waitFor();
    },
  },
  'reviews-answer': {
    open: async (page) => {
      await openReviews(page, '/reviews?tab=approved');
      await press(page, 'Answer publicly…');
      await page.getByRole('textbox', { name: 'Answer' }).fill('Thank you, Bhavna ben.');
    },
  },
  'reviews-refused': { open: (page) => openReviews(page, '/reviews?tab=refused') },
  'orders-export': {
    role: 'accountant',
    open: async (page) => {
      await page.goto('/orders');
      await press(page, 'Export…');
      await page.getByLabel('First day').waitFor();
    },
  },
  'orders-export-saved': { role: 'accountant', open: saveOrders },
  messages: {
    open: async (page) => {
      await page.goto('/messages');
      await page.getByText('late by').first().waitFor();
    },
  },
  'messages-found': {
    open: async (page) => {
      await page.goto('/messages?tab=all#rakesh');
      await page.getByText('Results for').waitFor();
    },
  },
  ticket: {
    role: 'support',
    open: async (page, office) => {
      await openTicket(page, office);
      await page.getByLabel(/^To Rakesh/).fill('Dear Rakesh ji,\n\nwe are sorry. A new pack goes out today.');
    },
  },
  'ticket-back': { open: (page, office) => openTicket(page, office, 4) },
  'ticket-closed': { open: (page, office) => openTicket(page, office, 7) },
  shoppers: {
    open: async (page) => {
      await page.goto('/shoppers');
      await page.getByText('asha@example.com').waitFor();
    },
  },
  shopper: { open: (page, office) => openShopper(page, office) },
  'shopper-delete': {
    open: async (page, office) => {
      await openShopper(page, office);
      await press(page, 'Delete the account…');
      await pressIn(page, 'Delete the account');
    },
  },
  'shopper-delete-proof': {
    open: async (page, office) => {
      await openShopper(page, office);
      await press(page, 'Delete the account…');
      await page.getByLabel('Type the email address').fill('asha@example.com');
      await pressIn(page, 'Delete the account');
      await page.getByLabel('Your password').waitFor();
    },
  },
  'order-address': { open: openAddress },
  'order-address-conflict': {
    open: async (page, office) => {
      office.state.quicker.add(await openAddress(page, office));
      await page.getByLabel('Address', { exact: true }).fill('12 B Ring Road, opposite the temple, Surat');
      await pressIn(page, 'Save');
      await page.getByText('The order changed meanwhile.').waitFor();
    },
  },
};
