import { beforeEach, expect, test, vi } from 'vitest';
import { generalWords } from '#words/general';
import { cardsOf, karela } from '../test_data';
import {
  cancelOrder,
  createReview,
  findCards,
  listOrders,
  placeOrder,
  readOrder,
  returnOrder,
  sendContactMessage,
  trackOrder,
} from './client';
import { ApiError, shopperMessage } from './errors';
import { listCards, listReviews } from './lists';
import type { OrderPayload } from './types';

const fetchMock = vi.fn<typeof fetch>();
const order: OrderPayload = {
  fullname: 'Asha Patel',
  email: 'asha@example.com',
  mobilenumber: '9876543210',
  deliveryAddress: '12 Ring Road, Surat',
  pincode: '395007',
  totalAmount: 0,
  products: [],
};

beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
});

function answer(status: number, body: unknown) {
  fetchMock.mockResolvedValue(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  );
}

async function failure(): Promise<unknown> {
  return listCards().catch((error: unknown) => error);
}

test('products come from under data', async () => {
  answer(200, { success: true, data: cardsOf([karela]) });
  expect(await listCards()).toEqual(cardsOf([karela]));
  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/v1/products/cards');
});

test.each([
  [{ search: 'karela & neem' }, '?search=karela+%26+neem'],
  [{ ids: 'a,b' }, '?ids=a%2Cb'],
  [{ after: '48-a' }, '?after=48-a'],
])('products are asked for by %j', async (query, asked) => {
  answer(200, { success: true, data: cardsOf([karela]) });
  await findCards(query);
  expect(fetchMock.mock.calls[0]?.[0]).toBe(`/api/v1/products/cards${asked}`);
});

test('an order is sent with its key and the cookie', async () => {
  answer(201, { success: true, data: { orderNumber: 'VM-1' } });
  await placeOrder(order, 'key');
  const [path, init] = fetchMock.mock.calls[0] ?? [];
  expect(path).toBe('/api/v1/users/orders/create/');
  expect(init).toMatchObject({
    method: 'POST',
    credentials: 'include',
    headers: { 'Idempotency-Key': 'key' },
    body: JSON.stringify(order),
  });
});

const cancelOrReturn = { version: 2, mobilenumber: '9876543210' };
const tracking = { orderNumber: 'VM-1', mobilenumber: '9876543210' };

test.each([
  ['the first orders', () => listOrders(), 'users/orders', undefined],
  ['those after them', () => listOrders('1_a&b'), 'users/orders?after=1_a%26b', undefined],
  ['one of them', () => readOrder('VM 1/2'), 'users/orders/VM%201%2F2', undefined],
  ['one by its numbers', () => trackOrder(tracking), 'users/orders/track', tracking],
  ['a cancelling', () => cancelOrder('VM-1', cancelOrReturn), 'users/orders/VM-1/cancel', cancelOrReturn],
  ['a return', () => returnOrder('VM-1', cancelOrReturn), 'users/orders/VM-1/returns', cancelOrReturn],
])('%s is asked for with the cookie', async (_, ask, path, sent) => {
  answer(200, { success: true, data: { orderNumber: 'VM-1' } });
  expect(await ask()).toEqual({ orderNumber: 'VM-1' });
  const [address, init] = fetchMock.mock.calls[0] ?? [];
  expect(address).toBe(`/api/v1/${path}`);
  expect(init).toMatchObject({
    credentials: 'include',
    ...(sent && { method: 'POST', body: JSON.stringify(sent) }),
  });
});

test('a refusal carries the status, the message and the fields', async () => {
  const errors = [{ field: 'pincode', message: 'Enter a valid 6-digit pincode' }];
  answer(422, { success: false, message: 'Please check the form.', errors });
  const error = await failure();
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 422, message: 'Please check the form.', fieldErrors: errors });
});

test('a refused order carries the prices of today', async () => {
  const quotes = [{ productId: 'id', weightInGrams: 100, price: null, productName: 'Karela Powder' }];
  answer(409, { success: false, message: 'It is not sold any more.', data: { quotes } });
  expect(await failure()).toMatchObject({ status: 409, data: { quotes } });
});

test.each([
  [502, '<html>Bad gateway</html>'],
  [500, { success: false }],
  [200, { success: false }],
])('without a message (%i) the shopper reads the general one', async (status, body) => {
  answer(status, body);
  expect(shopperMessage(await failure())).toBe(generalWords.somethingWentWrong);
});

test('no connection has words of its own', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(shopperMessage(await failure())).toBe(generalWords.unreachable);
});

test('so has an answer that takes too long', async () => {
  fetchMock.mockRejectedValue(new DOMException('signal timed out', 'TimeoutError'));
  expect(shopperMessage(await failure())).toBe(generalWords.timedOut);
});

test('a thrown value that is no error has the general words', () => {
  expect(shopperMessage('odd')).toBe(generalWords.somethingWentWrong);
});

const review = { name: 'Meena', productname: 'Karela Powder', review: 'Bitter.', rating: 4.5 };

test.each([200, 201])(
  'a review is sent as a form with the cookie, and kept when the answer is %i',
  async (status) => {
    answer(status, { success: true });
    await createReview(review);
    const [path, init] = fetchMock.mock.calls[0] ?? [];
    expect(path).toBe('/api/v1/users/review');
    expect(init).toMatchObject({ method: 'POST', credentials: 'include' });
    expect(Object.fromEntries(init?.body as FormData)).toEqual({ ...review, rating: '4.5' });
  },
);

test.each([
  [202, { success: true, message: 'Later' }],
  [204, null],
])('a review answered with %i is not known to be kept', async (status, body) => {
  fetchMock.mockResolvedValue(new Response(body && JSON.stringify(body), { status }));
  await expect(createReview(review)).rejects.toMatchObject({ name: 'ApiError', status, message: '' });
});

test('a message is sent as a form with the cookie, and the answer is what the shop says', async () => {
  answer(201, { success: true, message: 'Thank you!', data: null });
  const message = {
    name: 'Asha',
    email: 'a@gmail.com',
    phone: '9876543210',
    subject: 'other',
    message: 'Hi',
  };
  expect(await sendContactMessage(message)).toBe('Thank you!');
  const [path, init] = fetchMock.mock.calls[0] ?? [];
  expect(path).toBe('/api/v1/users/contactus');
  expect(init).toMatchObject({ method: 'POST', credentials: 'include' });
  expect(Object.fromEntries(init?.body as FormData)).toEqual(message);
});

test('fresh reviews come from the server, others may come from the browser', async () => {
  fetchMock.mockImplementation(async () => new Response(JSON.stringify({ success: true, data: [] })));
  await listReviews();
  await listReviews({ fresh: true });
  expect(fetchMock.mock.calls.map(([path, init]) => [path, init?.cache])).toEqual([
    ['/api/v1/users/getallreview', 'default'],
    ['/api/v1/users/getallreview', 'no-cache'],
  ]);
});
