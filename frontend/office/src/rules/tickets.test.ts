import { expect, test } from 'vitest';
import { type TicketEntryKind, TicketState } from '#contract/shop/contact/v1/tickets_pb.js';
import { ticketOf } from '../test_data';
import { clockOf, entryKindOf, ticketStateOf } from './tickets';

const now = Date.parse('2026-11-25T10:00:00Z');
const words = (change: Parameters<typeof ticketOf>[0]) => clockOf(ticketOf(change), now);

test.each<[string, string, string | undefined]>([
  ['2026-11-27T09:59:00Z', 'answer within 47 h', 'plain'],
  ['2026-11-25T22:00:00Z', 'answer within 12 h', 'plain'],
  ['2026-11-25T21:59:00Z', 'answer within 11 h', 'wait'],
  ['2026-11-25T15:59:59Z', 'answer within 5 h', 'wait'],
  ['2026-11-25T10:59:59Z', 'answer within 59 min', 'wait'],
  ['2026-11-25T10:00:20Z', 'answer within 1 min', 'wait'],
  ['2026-11-25T10:00:00Z', 'late by 1 min', 'bad'],
  ['2026-11-25T04:30:00Z', 'late by 5 h', 'bad'],
  ['2026-11-23T10:00:00Z', 'late by 2 days', 'bad'],
])('a message to be answered until %s says: %s', (answerDueAt, expected, tone) => {
  expect(words({ answerDueAt })).toEqual({ words: expected, tone });
});

test('once answered the clock runs until it is closed, also when the shopper wrote again', () => {
  const answeredAt = '2026-11-20T10:00:00Z';
  const late = '2026-11-01T10:00:00Z';
  expect(
    words({ state: TicketState.ANSWERED, answeredAt, answerDueAt: late, closeDueAt: '2026-12-15T10:00:00Z' }),
  ).toEqual({ words: 'close within 20 days', tone: 'plain' });
  expect(words({ answeredAt, answerDueAt: late, closeDueAt: '2026-11-27T12:00:00Z' })).toEqual({
    words: 'close within 2 days',
    tone: 'wait',
  });
  expect(words({ answeredAt, closeDueAt: '2026-11-22T10:00:00Z' })).toEqual({
    words: 'closing is late by 3 days',
    tone: 'bad',
  });
});

test('nothing runs for a message that is closed', () => {
  expect(words({ state: TicketState.CLOSED, answerDueAt: '2026-11-01T10:00:00Z' })).toBeUndefined();
});

test('what a newer contact service sends needs an answer, and is shown to staff only', () => {
  expect(ticketStateOf(9 as TicketState).label).toBe('To answer');
  expect(entryKindOf(9 as TicketEntryKind).words).toBe('noted, for staff only');
});
