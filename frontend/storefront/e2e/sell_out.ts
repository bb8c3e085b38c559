import type { APIRequestContext } from '@playwright/test';
import type { OrderLine, PackLeft, Product } from '../src/api/types';
import { expect } from './fixtures';

/** The most packs of one weight in an order. */
const MOST = 99;

/**
 * Orders packs of these weights until none is left, and waits until the shop shows it. A refused order says how many are left. Parallel
 * tests may do the same.
 */
export async function sellOut(request: APIRequestContext, product: Product, weights: readonly number[]) {
  const quantities = new Map(weights.map((weightInGrams) => [weightInGrams, MOST]));
  while (quantities.size > 0) {
    for (const { weightInGrams, left } of await order(request, product, quantities)) {
      if (left > 0) quantities.set(weightInGrams, left);
      else quantities.delete(weightInGrams);
    }
  }
  await expect
    .poll(async () => {
      const answer = await request.get('/api/v1/products/cards');
      const { products }: { products: Product[] } = (await answer.json()).data;
      const variants = products.find(({ _id }) => _id === product._id)?.variants ?? [];
      const told = variants.filter(({ weightInGrams }) => weights.includes(weightInGrams));
      return told.map(({ availability }) => availability);
    })
    .toEqual(weights.map(() => 'sold_out'));
}

/** Orders packs of each weight, all or none. Returns the packs left of those that are too few. */
async function order(
  request: APIRequestContext,
  product: Product,
  quantities: ReadonlyMap<number, number>,
): Promise<PackLeft[]> {
  const { _id, productName, variants } = product;
  const lines: OrderLine[] = variants.flatMap(({ weightInGrams, price }) => {
    const quantity = quantities.get(weightInGrams);
    if (quantity === undefined) return [];
    return [
      {
        productId: _id,
        productName,
        weightInGrams,
        quantity,
        basePrice: price,
        actualPrice: price * quantity,
      },
    ];
  });
  const data = {
    fullname: 'Asha Patel',
    email: 'asha.wholesale@example.com',
    mobilenumber: '9876543210',
    deliveryAddress: '12 Ring Road, Surat',
    pincode: '395007',
    totalAmount: lines.reduce((total, { actualPrice }) => total + actualPrice, 0),
    products: lines,
  };
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const send = () => request.post('/api/v1/users/orders/create/', { data, headers });
  let answer = await send();
  // On a busy machine the stock check may time out with a 503, so the order is sent again.
  await expect(async () => {
    if (answer.status() === 503) answer = await send();
    expect(answer.status()).not.toBe(503);
  }).toPass();
  if (answer.status() === 201) return [];
  expect(answer.status()).toBe(409);
  return (await answer.json()).data.left;
}
