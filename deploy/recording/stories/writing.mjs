// Reviews, messages, stock alerts and browser error reports.
import { message, review } from './payloads.mjs';

export async function writing(recorder) {
  const as = 'asha';
  const { data: products } = await recorder.get('products/');
  const [product] = products;
  const written = { ...review, productname: product.productName };
  await recorder.ask('POST', 'users/review', { as, form: written });
  await recorder.ask('POST', 'users/review', { as, form: { ...written, productname: 'no such powder' } });
  await recorder.ask('POST', 'users/review', { as, form: { ...written, rating: '4.55' } });
  const { data: own } = await recorder.get('users/reviews', { as });
  const [{ _id: id, version }] = own.reviews;
  await recorder.ask('PUT', `users/reviews/${id}`, { as, json: { rating: 5, review: 'Better.', version } });
  await recorder.ask('PUT', `users/reviews/${id}`, { as, json: { rating: 5, review: 'Best.', version: 99 } });
  await recorder.get('users/reviews', { as });
  await recorder.get(`users/getallreview?productname=${encodeURIComponent(product.productName)}`);

  await recorder.ask('POST', 'users/contactus', { form: message });
  await recorder.ask('POST', 'users/contactus', {
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
