// Refused requests with their messages: every field, every method, every kind of body.
import { address, asha, line, message, orderOf, review } from './payloads.mjs';

const ID = '0192f3a0-7c00-7000-8000-000000000001';
const NUMBER = 'VM-261123-22222';
/** The operations that take JSON, each with a valid body. */
const bodies = (order) => ({
  'users/userregister': { ...asha, email: 'nobody@gmail.com' },
  'users/userlogin': { email: 'nobody@gmail.com', password: asha.password },
  'users/forgotpassword': { email: 'nobody@gmail.com' },
  'users/verifyOtp': { email: 'nobody@gmail.com', code: '123456' },
  'users/resetpassword': { email: 'nobody@gmail.com', code: '123456', newPassword: 'winter-harvest' },
  'users/orders/create/': order,
  'users/orders/track': { orderNumber: NUMBER, mobilenumber: '9876543210' },
  [`users/orders/${NUMBER}/cancel`]: { version: 1, mobilenumber: '9876543210', reason: 'changed_mind' },
  [`users/orders/${NUMBER}/returns`]: { version: 1, mobilenumber: '9876543210', reason: 'damaged' },
  'users/stockalerts': { email: 'nobody@gmail.com', productId: ID, weightInGrams: 100 },
  'client-errors': { build: 'x', file: '/assets/index-12345678.js', kind: 'error', line: 1, page: '/' },
});
/** The operations that need a login. */
const OWN = [
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
  ['GET', `users/orders/${NUMBER}`],
  ['POST', 'users/orders/claims'],
  ['GET', 'users/reviews'],
  ['PUT', `users/reviews/${ID}`],
  ['POST', 'users/review'],
];

export async function refusals(recorder) {
  const { data: products } = await recorder.get('products/');
  const order = orderOf(line(products[0], 0, 1));
  for (const [path, good] of Object.entries(bodies(order))) await refuse(recorder, path, good);
  for (const [method, path] of OWN) {
    const json = method === 'GET' ? undefined : {};
    await recorder.ask(method, path, { json });
    await recorder.ask(method, path, { json, headers: { Cookie: `sid=${'A'.repeat(43)}` } });
  }
  await tamper(recorder, order);
  await breakForms(recorder);
}

/** Sends the body with every field missing or of another type, and invalid bodies. */
async function refuse(recorder, path, good) {
  for (const field of Object.keys(good)) {
    const { [field]: _, ...rest } = good;
    await recorder.post(path, rest);
    await recorder.post(path, { ...good, [field]: typeof good[field] === 'string' ? '' : 'x' });
  }
  await recorder.ask('POST', path, { body: '{', headers: { 'Content-Type': 'application/json' } });
  await recorder.ask('POST', path, { body: 'x=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
  await recorder.post(path, good, { headers: { Origin: 'https://elsewhere.example' } });
  await recorder.ask('PATCH', path, { json: good });
}

/** Sends changed orders, as a hand-written request could. */
async function tamper(recorder, order) {
  const [first] = order.products;
  const wrong = [
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
  for (const changed of wrong) await recorder.post('users/orders/create/', { ...order, ...changed });
}

async function breakForms(recorder) {
  for (const [path, good] of Object.entries({ 'users/contactus': message, 'users/review': review }))
    for (const field of Object.keys(good)) {
      await recorder.ask('POST', path, { form: { ...good, [field]: '' } });
      await recorder.ask('POST', path, { form: { ...good, [field]: 'x\ny' } });
    }
  await recorder.post('users/addresses', address);
}
