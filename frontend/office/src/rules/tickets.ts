import type { Ticket, TicketState } from '../api/types';
import type { Tone } from './order_states';

/** A part of the messages: its name in the address, what it is called, and which tickets it holds. */
export interface TicketTab {
  name: string;
  label: string;
  state: TicketState | undefined;
  /** What is read where it holds none. */
  empty: string;
}

const TO_ANSWER: TicketTab = {
  name: '',
  label: 'To answer',
  state: 'open',
  empty: 'Every message is answered.',
};

/** The parts of the messages, in the order of a ticket's life. */
export const TICKET_TABS: readonly TicketTab[] = [
  TO_ANSWER,
  {
    name: 'answered',
    label: 'Answered',
    state: 'answered',
    empty: 'No answered message waits to be closed.',
  },
  { name: 'closed', label: 'Closed', state: 'closed', empty: 'No message is closed yet.' },
  { name: 'all', label: 'All', state: undefined, empty: 'There is no message.' },
];

/** The tab of a name in an address. Whoever searches without one looks everywhere; else what is to be answered comes first. */
export function ticketTabOf(name: string | null): TicketTab {
  return TICKET_TABS.find((tab) => tab.name === name) ?? TO_ANSWER;
}

/** What staff read of each state. */
export const TICKET_STATES: Readonly<Record<TicketState, { label: string; tone: Tone }>> = {
  open: { label: 'To answer', tone: 'wait' },
  answered: { label: 'Answered', tone: 'ok' },
  closed: { label: 'Closed', tone: 'plain' },
};

const MINUTE_MS = 60_000;
const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 1_440;
/** Up to so many hours are told as hours: a deadline of two days is worked on by the hour. */
const HOURS_AT_MOST = 48;
/** With less time left than this the clock is coloured. */
const SOON_MINUTES = 12 * MINUTES_OF_HOUR;
const SOON_DAYS = 3;

/** How long, in one unit: `40 min`, `5 h`, `2 days`. It is never told as longer than it is. */
export function durationWords(minutes: number): string {
  const whole = Math.max(1, Math.floor(minutes));
  if (whole < MINUTES_OF_HOUR) return `${whole} min`;
  const hours = Math.floor(whole / MINUTES_OF_HOUR);
  if (hours < HOURS_AT_MOST) return `${hours} h`;
  return `${Math.floor(whole / MINUTES_OF_DAY)} days`;
}

/** What a ticket's clock says, and how it looks. */
export interface Clock {
  words: string;
  tone: Tone;
}

/**
 * The clock that runs: until the first answer, 48 hours after the message came, and then until it is closed, a month after it came
 * (Consumer Protection (E-Commerce) Rules 2020, rule 4(5)). Nothing runs for a ticket that is closed.
 */
export function clockOf(
  { state, answerDueAt, answeredAt, closeDueAt }: Ticket,
  now: number = Date.now(),
): Clock | undefined {
  if (state === 'closed') return undefined;
  if (!answeredAt) return told('answer', minutesUntil(answerDueAt, now), SOON_MINUTES);
  return told('close', minutesUntil(closeDueAt, now), SOON_DAYS * MINUTES_OF_DAY);
}

function minutesUntil(time: string, now: number): number {
  return (Date.parse(time) - now) / MINUTE_MS;
}

function told(what: 'answer' | 'close', left: number, soon: number): Clock {
  if (left > 0)
    return { words: `${what} within ${durationWords(left)}`, tone: left < soon ? 'wait' : 'plain' };
  const late = `late by ${durationWords(-left)}`;
  return { words: what === 'close' ? `closing is ${late}` : late, tone: 'bad' };
}

/** The name over a mail that only its From ties to the ticket. */
export const UNVERIFIED = 'An unverified sender';

/** The warning for staff above such a mail. */
export const UNVERIFIED_WORDS =
  'The mail names this ticket and the shopper’s address, but nothing proves that the shopper wrote it. Change or send nothing because of it: answer, and let the shopper reply.';

/** What was done, in the thread of a ticket. */
export const ENTRY_WORDS = {
  from_shopper: 'wrote',
  answer: 'answered by mail',
  note: 'noted, for staff only',
  closed: 'closed it',
  reopened: 'opened it again',
} as const;
