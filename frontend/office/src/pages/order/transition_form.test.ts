import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { transitionOf } from '../../rules/transitions';
import { orderIn, orderOf } from '../../test_data';
import { detailsOf, startOf, transitionSchema } from './transition_form';

const returned = transitionOf('return_requested', 'returned');
const accepted = transitionOf('return_requested', 'return_accepted');
const shipped = transitionOf('packed', 'shipped');
if (!returned || !accepted || !shipped) throw new Error('there are such transitions');

test('the form of a return begins with the requested packs', () => {
  const asked = orderIn('return_requested', ['returned']);
  const last = asked.changes.at(-1);
  if (last) last.lines = [{ productId: 'p-karela', weightInGrams: 100, quantity: 1 }];
  const values = startOf(asked, returned);
  expect(values.lines[0]).toMatchObject({ ordered: 2, quantity: '1' });
  expect(detailsOf('packs taken back', values)).toEqual({
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
])('"%s" of two packs can come back: %s', (quantity, can) => {
  const values = startOf(orderOf(), returned);
  const lines = values.lines.map((line) => ({ ...line, quantity }));
  expect(safeParse(transitionSchema('packs taken back'), { ...values, lines }).success).toBe(can);
});

test('a partial return needs a reason', () => {
  const one = startOf(orderOf(), returned);
  for (const line of one.lines) line.quantity = '1';
  const parsed = safeParse(transitionSchema('packs taken back'), one);
  expect(parsed.issues?.map(({ message }) => message)).toEqual(['Enter why you do not accept all of them.']);
  const explained = { ...one, reason: 'One was opened' };
  expect(safeParse(transitionSchema('packs taken back'), explained).success).toBe(true);
  expect(detailsOf('packs taken back', explained)).toEqual({
    reason: 'One was opened',
    lines: [{ productId: 'p-karela', weightInGrams: 100, quantity: 1 }],
  });
});

test('an accepted return has an address and a payer, and begins with the shop’s address', () => {
  const values = startOf(orderIn('return_requested', ['return_accepted']), accepted, 'Jadibuti\n7 Mill Road');
  expect(values).toMatchObject({ sendTo: 'Jadibuti\n7 Mill Road', paidBy: 'shopper' });
  expect(detailsOf('return terms', { ...values, paidBy: 'shop' })).toEqual({
    returnTerms: { sendTo: 'Jadibuti\n7 Mill Road', paidBy: 'shop' },
  });
  expect(safeParse(transitionSchema('return terms'), { ...values, sendTo: 'Surat' }).success).toBe(false);
});

test('a parcel needs a carrier, and an address only a safe one', () => {
  const values = startOf(orderOf(), shipped);
  const schema = transitionSchema('parcel');
  expect(safeParse(schema, values).success).toBe(false);
  const dhl = { ...values, carrier: ' Delhivery ' };
  expect(safeParse(schema, dhl).success).toBe(true);
  expect(safeParse(schema, { ...dhl, trackingUrl: 'javascript:alert(1)' }).success).toBe(false);
  expect(detailsOf('parcel', { ...dhl, carrier: 'Delhivery', trackingUrl: 'https://x.example/1' })).toEqual({
    parcel: { carrier: 'Delhivery', trackingUrl: 'https://x.example/1' },
  });
});
