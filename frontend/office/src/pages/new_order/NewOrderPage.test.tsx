import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ShopperService } from '#contract/shop/identity/v1/shoppers_pb.js';
import { queryClient } from '../../api/query_client';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import NewOrderPage from './NewOrderPage';

const me = meWith('orders.read', 'orders.place', 'shoppers.read');
const packs = {
  data: {
    packs: [
      {
        productId: 'p-karela',
        productName: 'Karela Powder',
        hindiName: 'करेला',
        weightInGrams: 100,
        sku: 'KAR-100',
        price: 249,
        availability: 'in_stock',
        available: 40,
      },
    ],
  },
};
const surat = {
  district: 'Surat',
  state: 'Gujarat',
  earliestOn: '2026-12-01',
  latestOn: '2026-12-02',
  prepaid: 0,
  codFee: 50,
};
const quoteOf = (pincode: string, goods: number) => `GET orders/quote?pincode=${pincode}&goods=${goods}`;

beforeEach(() => queryClient.clear());

const sum = () => screen.getByText('Total to tell the caller').closest('dt')?.nextElementSibling?.textContent;
const pickKarela = async (user: ReturnType<typeof show>['user']) => {
  await user.type(await screen.findByRole('searchbox', { name: 'Find a pack' }), 'karela{Enter}');
  return screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Packs of Karela Powder 100 g' });
};

test('a quantity can be typed anew, and an empty one becomes what it was', async () => {
  answerCalls({ 'GET packs': packs });
  const { user } = show(<NewOrderPage />, { me });
  const quantity = await pickKarela(user);
  await user.type(quantity, '{Backspace}');
  expect(quantity.value).toBe('');
  await user.type(quantity, '5');
  expect(quantity).toHaveValue(5);
  expect(screen.getByText('₹1,245.00')).toBeInTheDocument();
  await user.clear(quantity);
  await user.tab();
  expect(quantity).toHaveValue(5);
  await user.clear(quantity);
  await user.type(quantity, '120');
  await user.tab();
  expect(quantity).toHaveValue(99);
});

test('the sum of another pincode is not said while the new one is asked about', async () => {
  let answer: (() => void) | undefined;
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  answerCalls({
    'GET packs': packs,
    [quoteOf('395009', 249)]: { data: surat },
    [quoteOf('781001', 249)]: {
      data: { ...surat, district: 'Kamrup', state: 'Assam', prepaid: 100 },
      after: waiting,
    },
  });
  const { user } = show(<NewOrderPage />, { me });
  await pickKarela(user);
  const pincode = screen.getByRole('textbox', { name: 'Pincode' });
  await user.type(pincode, '395009');
  await waitFor(() => expect(sum()).toBe('₹299.00'));
  await user.clear(pincode);
  await user.type(pincode, '781001');
  expect(sum()).toBe('—');
  expect(screen.queryByText(/Surat/)).toBeNull();
  answer?.();
  await waitFor(() => expect(sum()).toBe('₹399.00'));
  expect(screen.getByText(/Kamrup, Assam/)).toBeInTheDocument();
});

test('says that a pincode is not known, beside it', async () => {
  answerCalls({
    'GET packs': packs,
    [quoteOf('999999', 249)]: {
      status: 404,
      body: { message: 'We do not know this pincode. Please check it.' },
    },
  });
  const { user } = show(<NewOrderPage />, { me });
  await pickKarela(user);
  const pincode = screen.getByRole('textbox', { name: 'Pincode' });
  await user.type(pincode, '999999');
  await waitFor(() =>
    expect(pincode).toHaveAccessibleDescription('We do not know this pincode. Please check it.'),
  );
  expect(screen.getAllByText('unknown')).toHaveLength(2);
});

test('details of the account are filled in, missing ones stay as typed, and nothing of another account is', async () => {
  const shopper = (accountId: string) => ({
    accountId,
    email: `${accountId}@example.com`,
    registeredAt: '2026-11-01T04:00:00Z',
  });
  const address = {
    fullName: 'Asha Patel',
    mobileNumber: '9876543211',
    deliveryAddress: '12 Ring Road, Surat',
    pincode: '395009',
    isDefault: true,
  };
  answerCalls({
    'GET packs': packs,
    [quoteOf('395009', 0)]: { data: surat },
    [quoteOf('560001', 0)]: { data: surat },
  });
  const searches: string[] = [];
  const { user } = show(<NewOrderPage />, {
    me,
    services: (router) => {
      router.service(ShopperService, {
        searchShoppers: ({ query }) => {
          searches.push(query);
          return { shoppers: [shopper(query)] };
        },
        getShopper: ({ accountId }) => ({
          shopper: { ...shopper(accountId), mobileNumber: '9876543210' },
          addresses: accountId === 'asha' ? [address] : [],
        }),
      });
    },
  });
  const finder = screen.getByRole('textbox', { name: /Has an account/ });
  await user.type(finder, 'a{Enter}');
  expect(searches).toEqual([]);
  const value = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label }).value;
  await user.type(finder, 'sha{Enter}');
  await user.click(await screen.findByRole('button', { name: /asha@/ }));
  await waitFor(() => expect(value('Address')).toBe('12 Ring Road, Surat'));
  const pincode = screen.getByRole('textbox', { name: 'Pincode' });
  await user.clear(pincode);
  await user.type(pincode, '560001');

  await user.clear(finder);
  await user.type(finder, 'bina{Enter}');
  await user.click(await screen.findByRole('button', { name: /bina@/ }));
  await waitFor(() => expect(value('Email (optional)')).toBe('bina@example.com'));
  expect([value('Full name'), value('Address')]).toEqual(['', '']);
  expect(value('Pincode')).toBe('560001');
});

test('a caller without an address orders, with a note for the staff', async () => {
  const calls = answerCalls({
    'GET packs': packs,
    [quoteOf('395009', 249)]: { data: surat },
    'POST orders': { status: 201, data: { number: 'VM-1', total: 299 } },
    'POST orders/VM-1/notes': { status: 201, data: {} },
  });
  const { user } = show(<NewOrderPage />, { me });
  await pickKarela(user);
  await user.type(screen.getByRole('textbox', { name: 'Full name' }), 'Asha Patel');
  await user.type(screen.getByRole('textbox', { name: 'Mobile number' }), '91 98765 43210');
  await user.type(screen.getByRole('textbox', { name: 'Address' }), '12 Ring Road, Surat');
  await user.type(screen.getByRole('textbox', { name: 'Pincode' }), '395009');
  await user.type(screen.getByRole('textbox', { name: 'Note (optional)' }), 'Call before you come.');
  expect(screen.queryByRole('option', { name: /Online/ })).toBeNull();
  await waitFor(() => expect(sum()).toBe('₹299.00'));
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(calls.filter(({ route }) => route.startsWith('POST'))).toHaveLength(2));
  const [order, note] = calls.filter(({ route }) => route.startsWith('POST'));
  expect(order?.body).toMatchObject({
    email: '',
    mobileNumber: '9876543210',
    paymentMethod: 'cod',
    total: 299,
  });
  expect(order?.body).not.toHaveProperty('note');
  expect(note?.body).toMatchObject({ text: 'Call before you come.' });
});

test('an order is paid online where the shop takes that', async () => {
  answerCalls({
    'GET packs': packs,
    [quoteOf('395009', 249)]: { data: { ...surat, takesOnlinePayment: true } },
  });
  const { user } = show(<NewOrderPage />, { me });
  await pickKarela(user);
  await user.type(screen.getByRole('textbox', { name: 'Pincode' }), '395009');
  await screen.findByRole('option', { name: 'Online, by UPI or card' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Payment' }), 'online');
  expect(screen.getByText(/The shopper pays by the link in the confirmation/)).toBeInTheDocument();
  await waitFor(() => expect(sum()).toBe('₹249.00'));
});

test.each(['395 009', '395-009'])(
  'what delivery costs is asked for a pincode that is pasted as “%s”',
  async (pasted) => {
    answerCalls({ 'GET packs': packs, [quoteOf('395009', 249)]: { data: surat } });
    const { user } = show(<NewOrderPage />, { me });
    await pickKarela(user);
    await user.click(screen.getByRole('textbox', { name: 'Pincode' }));
    await user.paste(pasted);
    expect(await screen.findByText(/^Surat, Gujarat/)).toBeInTheDocument();
  },
);

test('the focus goes from a removed pack to the next one, and at last to the search', async () => {
  const [karela] = packs.data.packs;
  const amla = { ...karela, productId: 'p-amla', productName: 'Amla Powder', sku: 'AML-100' };
  answerCalls({ 'GET packs': { data: { packs: [karela, amla] } } });
  const { user } = show(<NewOrderPage />, { me });
  await pickKarela(user);
  const search = screen.getByRole('searchbox', { name: 'Find a pack' });
  await user.type(search, 'amla{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Remove Karela Powder 100 g' }));
  expect(screen.getByRole('button', { name: 'Remove Amla Powder 100 g' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByText('Nothing yet.')).toBeInTheDocument();
  expect(search).toHaveFocus();
});
