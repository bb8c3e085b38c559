import { formatMoment } from 'shared/rules/moment';
import * as v from 'valibot';
import type { RecallNotice, RecallNoticeState } from '../api/recall_notices';
import type { Tone } from './order_states';

/** The reason of a recall that shoppers read, with the limits of the gateway. */
export const shopperReasonRule = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3, 'Enter a reason. Every email shows it.'),
  v.maxLength(500, '500 characters at most.'),
);

/** Counts the notices in a state. */
export function countNotices(notices: readonly RecallNotice[], state: RecallNoticeState): number {
  return notices.filter((notice) => notice.state === state).length;
}

/** Returns `1 shopper` or `3 shoppers`. */
export function shoppersWords(count: number): string {
  return count === 1 ? '1 shopper' : `${count} shoppers`;
}

/** Returns `1 email is on its way.` or `3 emails are on their way.` */
export function sentWords(count: number): string {
  return count === 1 ? '1 email is on its way.' : `${count} emails are on their way.`;
}

/** Describes a recall notice: a short label, and details if there are any. */
export function noticeWords({ state, requestedAt }: RecallNotice): {
  words: string;
  tone: Tone;
  more?: string;
} {
  switch (state) {
    case 'to_write':
      return { words: 'to write to', tone: 'bad' };
    case 'written':
      return { words: 'written to', tone: 'ok', more: requestedAt ? `on ${formatMoment(requestedAt)}` : '' };
    case 'to_call':
      return { words: 'to call', tone: 'wait' };
    case 'unreachable':
      return { words: 'cannot be reached', tone: 'plain', more: 'Their data was erased.' };
    case 'not_concerned':
      return { words: 'not affected', tone: 'plain', more: 'No pack of this batch was shipped.' };
  }
}
