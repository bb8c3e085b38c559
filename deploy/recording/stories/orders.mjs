// Orders of a guest and of an account: placed, retried, refused, tracked and cancelled.
import { isPlenty, line, MOBILE, orderOf } from './payloads.mjs';

export async function orders(recorder) {
  const { data: products } = await recorder.get('products/');
  const [one, other] = products.filter(isPlenty);
  const order = orderOf(line(one, 0, 2), line(other, 1, 1));
  const placed = await place(recorder, order, 'one');
  await place(recorder, order, 'one');
  await place(recorder, { ...order, pincode: '395008' }, 'one');
  await place(recorder, { ...order, paymentMethod: 'cash_on_delivery' }, 'two');
  await place(recorder, { ...orderOf(line(one, 0, 1)), paymentMethod: 'pay_later', pincode: '781001' }, 'three');
  await place(recorder, orderOf(line(one, 0, 9_999)), 'four');
  await follow(recorder, placed.data.orderNumber);
  await own(recorder, orderOf(line(other, 0, 1)));
}

function place(recorder, order, key, as) {
  return recorder.post('users/orders/create/', order, { as, headers: { 'Idempotency-Key': key } });
}

/** Tracks an order as a guest, by order number and mobile number. */
async function follow(recorder, orderNumber) {
  const mine = { orderNumber, mobilenumber: MOBILE };
  const { data } = await recorder.post('users/orders/track', mine);
  await recorder.post('users/orders/track', { ...mine, mobilenumber: '9123456789' });
  await recorder.get(`users/orders/${orderNumber}`);
  const wish = { mobilenumber: MOBILE, version: data.version, reason: 'changed_mind' };
  await recorder.post(`users/orders/${orderNumber}/returns`, wish);
  await recorder.post(`users/orders/${orderNumber}/cancel`, { ...wish, mobilenumber: '9123456789' });
  await recorder.post(`users/orders/${orderNumber}/cancel`, { ...wish, version: 99 });
  await recorder.post(`users/orders/${orderNumber}/cancel`, wish);
  await recorder.post(`users/orders/${orderNumber}/cancel`, wish);
  await recorder.post('users/orders/track', mine);
}

/** Orders with the account that the earlier story registered and logged in. */
async function own(recorder, order) {
  const as = 'asha';
  const { data } = await place(recorder, order, 'own', as);
  await place(recorder, order, 'own again', as);
  await recorder.get('users/orders', { as });
  await recorder.get('users/orders?after=nothing', { as });
  await recorder.get(`users/orders/${data.orderNumber}`, { as });
  await recorder.get('users/orders/VM-261123-22222', { as });
  await recorder.post(`users/orders/${data.orderNumber}/cancel`, { version: 1, reason: 'changed_mind' }, { as });
  await recorder.get(`users/orders/${data.orderNumber}`, { as });
}
