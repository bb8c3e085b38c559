import { type Ticket, TicketEntryKind, TicketState } from '#contract/shop/contact/v1/tickets_pb.js';
import type { Tone } from './order_states';

/** A tab of the messages: its name in the address, its label and its tickets. */
export interface TicketTab {
  name: string;
  label: string;
  /** UNSPECIFIED for all. */
  state: TicketState;
  /** The text of an empty list. */
  empty: string;
}

const TO_ANSWER: TicketTab = {
  name: '',
  label: 'To answer',
  state: TicketState.OPEN,
  empty: 'Every message is answered.',
};

/** The tabs, in the order of a ticket's life. */
export const TICKET_TABS: readonly TicketTab[] = [
  TO_ANSWER,
  {
    name: 'answered',
    label: 'Answered',
    state: TicketState.ANSWERED,
    empty: 'No answered message waits to be closed.',
  },
  { name: 'closed', label: 'Closed', state: TicketState.CLOSED, empty: 'No message is closed yet.' },
  { name: 'all', label: 'All', state: TicketState.UNSPECIFIED, empty: 'There is no message.' },
];

/** Returns the tab with this name in the address, or the open tickets. */
export function ticketTabOf(name: string | null): TicketTab {
  return TICKET_TABS.find((tab) => tab.name === name) ?? TO_ANSWER;
}

interface StateWords {
  label: string;
  tone: Tone;
}

const OPEN: StateWords = { label: 'To answer', tone: 'wait' };
const OTHER_STATES: Readonly<Partial<Record<TicketState, StateWords>>> = {
  [TicketState.ANSWERED]: { label: 'Answered', tone: 'ok' },
  [TicketState.CLOSED]: { label: 'Closed', tone: 'plain' },
};

/** Returns the label of a state. An unknown state, from a newer contact service, counts as open so that staff look at it. */
export const ticketStateOf = (state: TicketState): StateWords => OTHER_STATES[state] ?? OPEN;

const MINUTE_MS = 60_000;
const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 1_440;
/** Up to this many hours, a duration is shown in hours, because staff work on a two-day deadline by the hour. */
const HOURS_AT_MOST = 48;
/** The clock is coloured if less time than this is left. */
const SOON_MINUTES = 12 * MINUTES_OF_HOUR;
const SOON_DAYS = 3;

/** Formats a duration in one unit, rounded down: `40 min`, `5 h`, `2 days`. Below one minute, it is `1 min`. */
export function durationWords(minutes: number): string {
  const whole = Math.max(1, Math.floor(minutes));
  if (whole < MINUTES_OF_HOUR) return `${whole} min`;
  const hours = Math.floor(whole / MINUTES_OF_HOUR);
  if (hours < HOURS_AT_MOST) return `${hours} h`;
  return `${Math.floor(whole / MINUTES_OF_DAY)} days`;
}

/** The text and tone of a ticket's clock. */
export interface Clock {
  words: string;
  tone: Tone;
}

/**
 * Returns the running clock of a ticket: 48 hours from the message to the first answer, then a month from the message to closing (Consumer
 * Protection (E-Commerce) Rules 2020, rule 4(5)). A closed ticket has none.
 */
export function clockOf(
  { state, answerDueAt, answeredAt, closeDueAt }: Ticket,
  now: number = Date.now(),
): Clock | undefined {
  if (state === TicketState.CLOSED) return undefined;
  if (!answeredAt) return clock('answer', minutesUntil(answerDueAt, now), SOON_MINUTES);
  return clock('close', minutesUntil(closeDueAt, now), SOON_DAYS * MINUTES_OF_DAY);
}

function minutesUntil(time: string, now: number): number {
  return (Date.parse(time) - now) / MINUTE_MS;
}

function clock(what: 'answer' | 'close', left: number, soon: number): Clock {
  if (left > 0)
    return { words: `${what} within ${durationWords(left)}`, tone: left < soon ? 'wait' : 'plain' };
  const late = `late by ${durationWords(-left)}`;
  return { words: what === 'close' ? `closing is ${late}` : late, tone: 'bad' };
}

/** The author of a mail that only its From header connects to the ticket. */
export const UNVERIFIED = 'An unverified sender';

/** The warning for staff above that mail. */
export const UNVERIFIED_WORDS =
  'This email names the ticket and the shopper’s address, but nothing proves that the shopper wrote it. Do not change or send anything because of it. Answer, and let the shopper reply.';

/** The name of a kind of entry and its label in a ticket's thread. */
interface EntryWords {
  name: 'from_shopper' | 'answer' | 'note' | 'closed' | 'reopened';
  words: string;
}

const NOTE: EntryWords = { name: 'note', words: 'noted, for staff only' };
const OTHER_KINDS: Readonly<Partial<Record<TicketEntryKind, EntryWords>>> = {
  [TicketEntryKind.FROM_SHOPPER]: { name: 'from_shopper', words: 'wrote' },
  [TicketEntryKind.ANSWER]: { name: 'answer', words: 'answered by email' },
  [TicketEntryKind.CLOSED]: { name: 'closed', words: 'closed the ticket' },
  [TicketEntryKind.REOPENED]: { name: 'reopened', words: 'opened the ticket again' },
};

/** Returns the label of a kind. An unknown kind, from a newer contact service, counts as a note because notes are internal. */
export const entryKindOf = (kind: TicketEntryKind): EntryWords => OTHER_KINDS[kind] ?? NOTE;
