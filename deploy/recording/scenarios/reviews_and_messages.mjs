// Sends reviews, messages, stock alerts and error reports of browsers.
import { message, review } from './payloads.mjs';

export async function writeReviewsAndMessages(recorder) {
  const session = 'asha';
  const { data: products } = await recorder.get('products/');
  const [product] = products;
  const form = { ...review, productname: product.productName };
  await recorder.send('POST', 'users/review', { session, form });
  await recorder.send('POST', 'users/review', { session, form: { ...form, productname: 'no such powder' } });
  await recorder.send('POST', 'users/review', { session, form: { ...form, rating: '4.55' } });
  const { data: own } = await recorder.get('users/reviews', { session });
  const [{ _id: id, version }] = own.reviews;
  await recorder.send('PUT', `users/reviews/${id}`, { session, json: { rating: 5, review: 'Better.', version } });
  await recorder.send('PUT', `users/reviews/${id}`, { session, json: { rating: 5, review: 'Best.', version: 99 } });
  await recorder.get('users/reviews', { session });
  await recorder.get(`users/getallreview?productname=${encodeURIComponent(product.productName)}`);

  await recorder.send('POST', 'users/contactus', { form: message });
  await recorder.send('POST', 'users/contactus', {
    body: new URLSearchParams({ ...message, email: 'usha@example.com' }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  for (const { _id, variants } of products)
    for (const { weightInGrams } of variants)
      if (_id === product._id || variants.some(({ available }) => available === false))
        await recorder.post('users/stockalerts', { email: 'usha@gmail.com', productId: _id, weightInGrams });
  const report = { build: 'x', file: '/assets/index-12345678.js', kind: 'error', line: 1, page: '/' };
  await recorder.post('client-errors', report);
  await recorder.post('client-errors', { ...report, kind: 'nothing' });
}
