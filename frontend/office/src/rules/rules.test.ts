import { create } from '@bufbuild/protobuf';
import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { RecalledOrderSchema } from '#contract/shop/inventory/v1/inventory_pb.js';
import { orderIn, orderOf } from '../test_data';
import { daysUntil, placedWords } from './days';
import { countOf, happenedWords, STATES, tabOf } from './order_states';
import { countPacks, packsInShort, pickList, weightWords } from './packs';
import { isUnpaid, moneyInTheWay, paymentTone, paymentWords } from './payments';
import { may } from './permissions';
import { addressRules } from './receiver';
import { recallWords, stockListOf } from './stock';
import { transitionsOf } from './transitions';

const [line] = orderOf().lines;
if (!line) throw new Error('the order has a line');

test('only the transitions that the order allows are offered, the usual next one first', () => {
  expect(transitionsOf('placed', ['cancelled', 'confirmed']).map(({ to }) => to)).toEqual([
    'confirmed',
    'cancelled',
  ]);
  expect(transitionsOf('cancelled', [])).toEqual([]);
});

test('moving a requested return back to delivered refuses it, with a reason', () => {
  const [first, refusal] = transitionsOf('return_requested', ['delivered', 'returned']);
  expect(first?.to).toBe('returned');
  expect(refusal).toMatchObject({ to: 'delivered', button: 'Refuse the return…', needs: 'reason' });
  expect(transitionsOf('shipped', ['delivered'])[0]).toMatchObject({ needs: 'confirmation' });
  expect(happenedWords('delivered', 'return_requested')).toBe('Return refused');
  expect(happenedWords('delivered', 'shipped')).toBe('Delivered');
  expect(happenedWords('confirmed', 'confirmed')).toBe('Corrected');
});

test('every state is in one tab besides that of all', () => {
  const tabs = Object.keys(STATES).map((state) =>
    ['to-confirm', 'to-pack', 'to-ship', 'on-the-way', 'delivered', 'returns', 'ended'].filter((name) =>
      (tabOf(name).states as string[]).includes(state),
    ),
  );
  expect(tabs.every((each) => each.length === 1)).toBe(true);
  expect(tabOf('nothing').states).toEqual([]);
});

test('a tab shows its count, and nothing without one', () => {
  const counts = [{ status: 'confirmed' as const, orders: 12 }];
  expect(countOf(tabOf('to-pack'), counts)).toBe(12);
  expect(countOf(tabOf('delivered'), counts)).toBeUndefined();
  expect(countOf(tabOf('to-pack'), undefined)).toBeUndefined();
});

test('the pick list has each pack once, by product and weight, with the orders that it is for', () => {
  const heavy = { ...line, weightInGrams: 250, quantity: 1 };
  const amla = { ...line, productId: 'p-amla', productName: 'Amla Powder', quantity: 3 };
  const orders = [
    orderOf({ orderNumber: 'VM-1', lines: [heavy, line] }),
    orderOf({ orderNumber: 'VM-2', lines: [line, amla] }),
  ];
  expect(
    pickList(orders).map(({ productName, weightInGrams, quantity }) => [
      productName,
      weightInGrams,
      quantity,
    ]),
  ).toEqual([
    ['Amla Powder', 100, 3],
    ['Karela Powder', 100, 4],
    ['Karela Powder', 250, 1],
  ]);
  expect(pickList(orders)[1]?.orders).toEqual([
    { orderNumber: 'VM-1', quantity: 2 },
    { orderNumber: 'VM-2', quantity: 2 },
  ]);
  expect(countPacks(orders)).toBe(8);
});

test('packs in short tell of the first line and how many follow', () => {
  expect(packsInShort([line])).toBe('Karela Powder 100 g × 2');
  expect(packsInShort([{ ...line, quantity: 1 }, line, line])).toBe('Karela Powder 100 g, +2');
  expect(packsInShort([])).toBe('');
});

test.each([
  [75, '75 g'],
  [1000, '1 kg'],
  [1500, '1.5 kg'],
  [1250, '1250 g'],
])('%i grams are %s', (grams, words) => {
  expect(weightWords(grams)).toBe(words);
});

test('a time of today is told by the clock of India, another one by its day', () => {
  const now = new Date('2026-11-22T20:00:00Z');
  expect(placedWords('2026-11-22T19:12:00Z', now)).toBe('00:42');
  expect(placedWords('2026-11-22T18:00:00Z', now)).toBe('22 Nov');
});

test('days until a date are counted from today, and negative when it has passed', () => {
  expect(daysUntil('2026-12-01', '2026-11-25')).toBe(6);
  expect(daysUntil('2026-11-24', '2026-11-25')).toBe(-1);
});

test('payment is told in a word', () => {
  expect(paymentWords(orderOf())).toBe('COD');
  expect(paymentWords(orderOf({ paymentStatus: 'paid' }))).toBe('paid');
  expect(paymentWords(orderOf({ paymentMethod: undefined }))).toBe('unpaid');
  expect(paymentWords(orderOf({ paymentMethod: 'pay_later' }))).toBe('unpaid, pays later');
  expect(paymentTone(orderOf({ paymentMethod: 'pay_later' }))).toBe('wait');
  const online = orderOf({ paymentMethod: 'online' });
  const words = (['pending', 'paid', 'held', 'refunded', 'partly_refunded'] as const).map((paymentStatus) =>
    paymentWords({ ...online, paymentStatus }),
  );
  expect(new Set(words).size).toBe(5);
  expect(words[0]).toBe('not paid yet');
  expect(paymentTone(online)).toBe('wait');
  expect(paymentTone({ ...online, status: 'cancelled' })).toBe('plain');
  expect(paymentTone(orderOf({ paymentStatus: 'held' }))).toBe('bad');
});

test('an order that waits for money says so, and one that is paid in another way does not', () => {
  const online = orderOf({ paymentMethod: 'online' });
  expect(moneyInTheWay(online)).toMatch(/payment has not arrived yet/);
  expect(moneyInTheWay({ ...online, paymentStatus: 'paid' })).toBeUndefined();
  expect(moneyInTheWay({ ...online, status: 'cancelled' })).toBeUndefined();
  expect(moneyInTheWay(orderOf())).toBeUndefined();
  expect(moneyInTheWay(orderOf({ paymentStatus: 'held' }))).toMatch(/amount received differs/);
});

test.each(['Dr S Rao', 'सुर्\u200dयकांत', 'കാര്\u200dത്തിക'])('"%s" is a name', (name) => {
  expect(safeParse(addressRules.fullName, name).success).toBe(true);
});

test('an invalid name is answered with the rule for names', () => {
  const { issues } = safeParse(addressRules.fullName, 'Dr. S. Rao');
  expect(issues?.[0].message).toBe('A name has letters and spaces only, such as Dr S Rao.');
});

test('an order is unpaid until its money comes, unless the carrier collects it', () => {
  const later = orderOf({ paymentMethod: 'pay_later' });
  expect([later, { ...later, paymentMethod: undefined }].map(isUnpaid)).toEqual([true, true]);
  const others = [
    orderOf(),
    { ...later, paymentStatus: 'paid' as const },
    { ...later, status: 'cancelled' as const },
  ];
  expect(others.map(isUnpaid)).toEqual([false, false, false]);
});

test('a visitor who is not signed in may do nothing', () => {
  expect(may(null, 'orders.read')).toBe(false);
  expect(may({ permissions: ['orders.read'] }, 'orders.read')).toBe(true);
  expect(may({ permissions: ['orders.read'] }, 'orders.transition')).toBe(false);
});

test('a filter that there is not shows all stock', () => {
  expect(stockListOf('elsewhere').label).toBe('All');
});

test('packs of a recall that have left are marked as the worst', () => {
  const none = create(RecalledOrderSchema, { orderId: 'o', quantity: 1 });
  expect(recallWords({ ...none, isShipped: true }).tone).toBe('bad');
  expect(recallWords({ ...none, isShipped: true, isReturned: true }).tone).toBe('plain');
  expect(recallWords({ ...none, isReplaced: true }).tone).toBe('ok');
});

test('each change in the history is named by the event', () => {
  expect(orderIn('packed', ['shipped']).changes.map(({ to }) => STATES[to].happened)).toEqual([
    'Placed',
    'Packed',
  ]);
});
