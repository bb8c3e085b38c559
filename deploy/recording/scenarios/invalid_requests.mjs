// Sends invalid requests: every field, method and kind of body.
import { address, asha, line, message, orderOf, review, UNKNOWN_EMAIL } from './payloads.mjs';

const ID = '0192f3a0-7c00-7000-8000-000000000001';
const ORDER_NUMBER = 'VM-261123-22222';
/** Returns the operations that take JSON, each with a valid body. */
const validBodies = (order) => ({
  'users/userregister': { ...asha, email: UNKNOWN_EMAIL },
  'users/userlogin': { email: UNKNOWN_EMAIL, password: asha.password },
  'users/forgotpassword': { email: UNKNOWN_EMAIL },
  'users/verifyOtp': { email: UNKNOWN_EMAIL, code: '123456' },
  'users/resetpassword': { email: UNKNOWN_EMAIL, code: '123456', newPassword: 'winter-harvest' },
  'users/orders/create/': order,
  'users/orders/track': { orderNumber: ORDER_NUMBER, mobilenumber: '9876543210' },
  [`users/orders/${ORDER_NUMBER}/cancel`]: { version: 1, mobilenumber: '9876543210', reason: 'changed_mind' },
  [`users/orders/${ORDER_NUMBER}/returns`]: { version: 1, mobilenumber: '9876543210', reason: 'damaged' },
  'users/stockalerts': { email: UNKNOWN_EMAIL, productId: ID, weightInGrams: 100 },
  'client-errors': { build: 'x', file: '/assets/index-12345678.js', kind: 'error', line: 1, page: '/' },
});
/** The operations that need a login. */
const LOGIN_REQUIRED = [
  ['GET', 'users/me'],
  ['PUT', 'users/me'],
  ['DELETE', 'users/me'],
  ['POST', 'users/me/code'],
  ['GET', 'users/me/data'],
  ['POST', 'users/me/data'],
  ['POST', 'users/me/data/file'],
  ['GET', 'users/addresses'],
  ['POST', 'users/addresses'],
  ['PUT', `users/addresses/${ID}`],
  ['DELETE', `users/addresses/${ID}`],
  ['GET', 'users/orders'],
  ['GET', `users/orders/${ORDER_NUMBER}`],
  ['POST', 'users/orders/claims'],
  ['GET', 'users/reviews'],
  ['PUT', `users/reviews/${ID}`],
  ['POST', 'users/review'],
];

export async function sendInvalidRequests(recorder) {
  const { data: products } = await recorder.get('products/');
  const order = orderOf(line(products[0], 0, 1));
  for (const [path, valid] of Object.entries(validBodies(order))) await sendInvalidBodies(recorder, path, valid);
  for (const [method, path] of LOGIN_REQUIRED) {
    const json = method === 'GET' ? undefined : {};
    await recorder.send(method, path, { json });
    await recorder.send(method, path, { json, headers: { Cookie: `sid=${'A'.repeat(43)}` } });
  }
  await sendTamperedOrders(recorder, order);
  await sendInvalidForms(recorder);
}

/** Sends the body with every field missing or of another type, and invalid bodies. */
async function sendInvalidBodies(recorder, path, valid) {
  for (const field of Object.keys(valid)) {
    const { [field]: _, ...rest } = valid;
    await recorder.post(path, rest);
    await recorder.post(path, { ...valid, [field]: typeof valid[field] === 'string' ? '' : 'x' });
  }
  await recorder.send('POST', path, { body: '{', headers: { 'Content-Type': 'application/json' } });
  await recorder.send('POST', path, { body: 'x=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
  await recorder.post(path, valid, { headers: { Origin: 'https://elsewhere.example' } });
  await recorder.send('PATCH', path, { json: valid });
}

/** Sends orders with changed fields, which the shop's pages cannot send. */
async function sendTamperedOrders(recorder, order) {
  const [first] = order.products;
  const changes = [
    { products: [] },
    { products: [{ ...first, basePrice: 1 }] },
    { products: [{ ...first, actualPrice: 1 }] },
    { products: [{ ...first, quantity: 0 }] },
    { products: [{ ...first, quantity: 1.5 }] },
    { products: [{ ...first, weightInGrams: 999 }] },
    { products: [{ ...first, productId: 'karela' }] },
    { products: [first, first] },
    { totalAmount: 1 },
    { fullname: 'R2D2' },
    { deliveryAddress: 'Surat' },
    { pincode: '999999' },
    { pincode: '744101', paymentMethod: 'cash_on_delivery' },
    { paymentMethod: 'shells' },
  ];
  for (const changed of changes) await recorder.post('users/orders/create/', { ...order, ...changed });
}

/** Sends forms with empty fields and fields of two lines, and an address without a login. */
async function sendInvalidForms(recorder) {
  for (const [path, valid] of Object.entries({ 'users/contactus': message, 'users/review': review }))
    for (const field of Object.keys(valid)) {
      await recorder.send('POST', path, { form: { ...valid, [field]: '' } });
      await recorder.send('POST', path, { form: { ...valid, [field]: 'x\ny' } });
    }
  await recorder.post('users/addresses', address);
}
