import { isoDay, timeZone } from 'shared/rules/india';
import { formatDay } from 'shared/rules/moment';
import { language } from '#words/language';

const clock = new Intl.DateTimeFormat(language, {
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone,
});
const shortDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone });

/** Returns `9:58` for a time of today, or `24 Nov` for another day. It fits a narrow column. */
export function placedWords(time: string, now: Date = new Date()): string {
  const then = new Date(time);
  return isoDay(then) === isoDay(now) ? clock.format(then) : shortDay.format(then);
}

/** Returns `24 Nov` for a date such as 2026-11-24. */
export function shortDate(date: string): string {
  return shortDay.format(new Date(`${date}T12:00:00+05:30`));
}

/** Returns `24 Nov 2026` for a date such as 2026-11-24. */
export function dateWords(date: string): string {
  return formatDay(`${date}T12:00:00+05:30`);
}

/** Returns the days from today to a date; negative for a past date. */
export function daysUntil(date: string, today: string = isoDay()): number {
  return Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);
}
