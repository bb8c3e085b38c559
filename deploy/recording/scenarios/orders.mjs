// Orders of a guest and of an account: placed, retried, refused, tracked and cancelled.
import { isInStock, line, MOBILE, orderOf } from './payloads.mjs';

export async function placeOrders(recorder) {
  const { data: products } = await recorder.get('products/');
  const [first, second] = products.filter(isInStock);
  const order = orderOf(line(first, 0, 2), line(second, 1, 1));
  const placed = await placeOrder(recorder, order, 'one');
  await placeOrder(recorder, order, 'one');
  await placeOrder(recorder, { ...order, pincode: '395008' }, 'one');
  await placeOrder(recorder, { ...order, paymentMethod: 'cash_on_delivery' }, 'two');
  await placeOrder(recorder, { ...orderOf(line(first, 0, 1)), paymentMethod: 'pay_later', pincode: '781001' }, 'three');
  await placeOrder(recorder, orderOf(line(first, 0, 9_999)), 'four');
  await trackAsGuest(recorder, placed.data.orderNumber);
  await orderWithAccount(recorder, orderOf(line(second, 0, 1)));
}

function placeOrder(recorder, order, key, session) {
  return recorder.post('users/orders/create/', order, { session, headers: { 'Idempotency-Key': key } });
}

/** Tracks and cancels an order as a guest, by order number and mobile number. */
async function trackAsGuest(recorder, orderNumber) {
  const proof = { orderNumber, mobilenumber: MOBILE };
  const { data } = await recorder.post('users/orders/track', proof);
  await recorder.post('users/orders/track', { ...proof, mobilenumber: '9123456789' });
  await recorder.get(`users/orders/${orderNumber}`);
  const cancellation = { mobilenumber: MOBILE, version: data.version, reason: 'changed_mind' };
  await recorder.post(`users/orders/${orderNumber}/returns`, cancellation);
  await recorder.post(`users/orders/${orderNumber}/cancel`, { ...cancellation, mobilenumber: '9123456789' });
  await recorder.post(`users/orders/${orderNumber}/cancel`, { ...cancellation, version: 99 });
  await recorder.post(`users/orders/${orderNumber}/cancel`, cancellation);
  await recorder.post(`users/orders/${orderNumber}/cancel`, cancellation);
  await recorder.post('users/orders/track', proof);
}

/** Orders with the account that an earlier scenario registered and logged in. */
async function orderWithAccount(recorder, order) {
  const session = 'asha';
  const { data } = await placeOrder(recorder, order, 'own', session);
  await placeOrder(recorder, order, 'own again', session);
  await recorder.get('users/orders', { session });
  await recorder.get('users/orders?after=nothing', { session });
  await recorder.get(`users/orders/${data.orderNumber}`, { session });
  await recorder.get('users/orders/VM-261123-22222', { session });
  await recorder.post(`users/orders/${data.orderNumber}/cancel`, { version: 1, reason: 'changed_mind' }, { session });
  await recorder.get(`users/orders/${data.orderNumber}`, { session });
}
