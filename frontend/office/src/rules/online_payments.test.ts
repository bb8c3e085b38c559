import { expect, test } from 'vitest';
import { orderOf, paymentOf } from '../test_data';
import {
  awaitsDocument,
  fileNameOf,
  mayGoBack,
  mayHaveDocuments,
  PAYMENT_STATES,
  PAYMENT_TABS,
  paymentTabOf,
  usualReason,
} from './online_payments';

test('every state of a payment is in one tab besides that of all', () => {
  const [all, ...others] = PAYMENT_TABS;
  expect(all?.states).toEqual([]);
  expect(others.flatMap(({ states }) => states).sort()).toEqual(Object.keys(PAYMENT_STATES).sort());
  expect(paymentTabOf('nothing')).toBe(all);
});

test('money goes back while there is some, and once it is known what it is for', () => {
  expect(mayGoBack(paymentOf())).toBe(true);
  expect(mayGoBack(paymentOf({ state: 'confirming' }))).toBe(false);
  expect(mayGoBack(paymentOf({ left: 0 }))).toBe(false);
  expect(usualReason(paymentOf())).toBe('');
  expect(usualReason(paymentOf({ state: 'held' }))).toBe('wrong_amount');
});

test('documents are asked for once there may be some, and their numbers name no folders', () => {
  expect(mayHaveDocuments(orderOf())).toBe(false);
  expect(mayHaveDocuments(orderOf({ status: 'shipped' }))).toBe(true);
  expect(mayHaveDocuments(orderOf({ paymentStatus: 'paid' }))).toBe(true);
  expect(mayHaveDocuments(orderOf({ status: 'cancelled', paymentStatus: 'refunded' }))).toBe(true);
  expect(mayHaveDocuments(orderOf({ status: 'packed' }))).toBe(true);
  expect(mayHaveDocuments(orderOf({ status: 'cancelled' }))).toBe(true);
  expect(fileNameOf({ number: 'VM/26-27/00042' })).toBe('VM-26-27-00042.pdf');
});

test('an invoice is awaited once an order is packed, and a credit note once an invoiced order ended', () => {
  const [invoice, note] = [{ kind: 'invoice' }, { kind: 'credit_note' }] as const;
  expect(awaitsDocument({ status: 'confirmed' }, [])).toBe(false);
  expect(awaitsDocument({ status: 'packed' }, [])).toBe(true);
  expect(awaitsDocument({ status: 'packed' }, [invoice])).toBe(false);
  expect(awaitsDocument({ status: 'cancelled' }, [])).toBe(false);
  expect(awaitsDocument({ status: 'cancelled' }, [invoice])).toBe(true);
  expect(awaitsDocument({ status: 'cancelled' }, [invoice, note])).toBe(false);
});
