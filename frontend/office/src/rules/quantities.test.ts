import { expect, test } from 'vitest';
import { orderOf } from '../test_data';
import { packKey, sentLines, takesQuantities, totalWith, whyNot } from './quantities';

const order = orderOf({ charges: [{ kind: 'cod_fee', label: 'Cash on delivery', amount: 50 }] });
const [line] = order.lines;
const key = line ? packKey(line) : '';

test('packs cost what was agreed to, and charges stay', () => {
  expect(totalWith(order, {})).toBe(548);
  expect(totalWith(order, { [key]: 3 })).toBe(797);
  expect(sentLines(order, { [key]: 3 })).toEqual([
    { productId: 'p-karela', weightInGrams: 100, quantity: 3 },
  ]);
});

test('an order keeps a pack, and a correction corrects something', () => {
  expect(whyNot(order, { [key]: 0 })).toMatch(/At least one pack/);
  expect(whyNot(order, { [key]: 2 })).toMatch(/Nothing is changed/);
  expect(whyNot(order, { [key]: 1 })).toBeUndefined();
});

test('packed or paid orders stay as they are', () => {
  expect(takesQuantities(order)).toBe(true);
  expect(takesQuantities({ ...order, status: 'packed' })).toBe(false);
  expect(takesQuantities({ ...order, paymentStatus: 'paid' })).toBe(false);
});
