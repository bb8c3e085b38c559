import { expect, test } from 'vitest';
import type { OrderStatus } from '../api/types';
import { orderAfter } from '../test_data';
import { isStopped, stepsOf, stepsToCome, actionsOf } from './order_life';

test.each<[OrderStatus, OrderStatus[]]>([
  ['placed', ['confirmed', 'packed', 'shipped', 'delivered']],
  ['confirmed', ['packed', 'shipped', 'delivered']],
  ['packed', ['shipped', 'delivered']],
  ['shipped', ['delivered']],
  ['delivered', []],
  ['return_requested', ['return_accepted', 'returned']],
  ['return_accepted', ['returned']],
  ['returned', []],
  ['cancelled', []],
  ['returned_to_origin', []],
  ['lost', []],
])('an order that is %s has still before it: %j', (status, coming) => {
  expect(stepsToCome(status)).toEqual(coming);
});

test('past steps have their time, steps to come have none', () => {
  expect(stepsOf(orderAfter('placed', 'confirmed', 'packed'))).toEqual([
    { status: 'placed', at: '2026-11-23T00:45:00Z' },
    { status: 'confirmed', at: '2026-11-23T01:45:00Z' },
    { status: 'packed', at: '2026-11-23T02:45:00Z' },
    { status: 'shipped' },
    { status: 'delivered' },
  ]);
});

test('a return that is refused is told as that, not as another delivery', () => {
  const order = orderAfter(
    'placed',
    'confirmed',
    'packed',
    'shipped',
    'delivered',
    'return_requested',
    'delivered',
  );
  const labels = stepsOf(order).map(({ label }) => label);
  expect(labels).toEqual([...Array(6).fill(undefined), 'Return not accepted']);
});

test('an order of which no change is told was placed', () => {
  const [first] = stepsOf({ ...orderAfter('placed'), changes: [] });
  expect(first).toEqual({ status: 'placed', at: '2026-11-23T00:45:00Z' });
});

test.each<[OrderStatus, boolean]>([
  ['cancelled', true],
  ['returned_to_origin', true],
  ['lost', true],
  ['delivered', false],
  ['return_requested', false],
])('an order that is %s was stopped: %s', (status, stopped) => {
  expect(isStopped(status)).toBe(stopped);
});

test.each<[OrderStatus, string[]]>([
  ['confirmed', ['cancel']],
  ['shipped', []],
  ['delivered', ['return']],
])('with an order that is %s a shopper may %j', (status, actions) => {
  expect(actionsOf(orderAfter(status))).toEqual(actions);
});
