import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { moveOf } from '../../rules/moves';
import { orderIn, orderOf } from '../../test_data';
import { moveSchema, saidOf, startOf } from './move_form';

const returned = moveOf('return_requested', 'returned');
const shipped = moveOf('packed', 'shipped');
if (!returned || !shipped) throw new Error('there are such moves');

test('what came back begins with the packs that were asked for', () => {
  const asked = orderIn('return_requested', ['returned']);
  const last = asked.changes.at(-1);
  if (last) last.lines = [{ productId: 'p-karela', weightInGrams: 100, quantity: 1 }];
  const values = startOf(asked, returned);
  expect(values.lines[0]).toMatchObject({ ordered: 2, quantity: '1' });
  expect(saidOf('lines', values)).toEqual({
    lines: [{ productId: 'p-karela', weightInGrams: 100, quantity: 1 }],
  });
});

test('a return that named no packs is of all of them', () => {
  expect(startOf(orderIn('return_requested', ['returned']), returned).lines[0]?.quantity).toBe('2');
});

test.each([
  ['3', false],
  ['0', false],
  ['', false],
  ['2', true],
])('of two packs "%s" can come back: %s', (quantity, can) => {
  const values = startOf(orderOf(), returned);
  const lines = values.lines.map((line) => ({ ...line, quantity }));
  expect(safeParse(moveSchema('lines'), { ...values, lines }).success).toBe(can);
});

test('a parcel needs a carrier, and an address only a safe one', () => {
  const values = startOf(orderOf(), shipped);
  const schema = moveSchema('parcel');
  expect(safeParse(schema, values).success).toBe(false);
  const dhl = { ...values, carrier: ' Delhivery ' };
  expect(safeParse(schema, dhl).success).toBe(true);
  expect(safeParse(schema, { ...dhl, trackingUrl: 'javascript:alert(1)' }).success).toBe(false);
  expect(saidOf('parcel', { ...dhl, carrier: 'Delhivery', trackingUrl: 'https://x.example/1' })).toEqual({
    parcel: { carrier: 'Delhivery', trackingUrl: 'https://x.example/1' },
  });
});
