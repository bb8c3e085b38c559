import { formatDay } from 'shared/rules/moment';
import { language } from '#words/language';

const timeZone = 'Asia/Kolkata';
const clock = new Intl.DateTimeFormat(language, {
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone,
});
const shortDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone });
const iso = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone });

/** The day in India as services write it: `2026-11-25`. */
export function isoDay(time: Date = new Date()): string {
  return iso.format(time);
}

/** `9:58` of a time of today, `24 Nov` of another one: what a narrow column has room for. */
export function placedWords(time: string, now: Date = new Date()): string {
  const then = new Date(time);
  return isoDay(then) === isoDay(now) ? clock.format(then) : shortDay.format(then);
}

/** `24 Nov`, of a date such as 2026-11-24. */
export function shortDate(date: string): string {
  return shortDay.format(new Date(`${date}T12:00:00+05:30`));
}

/** `24 Nov 2026`, of a date such as 2026-11-24. */
export function dateWords(date: string): string {
  return formatDay(`${date}T12:00:00+05:30`);
}

/** How many days from today to a date; negative when it has passed. */
export function daysUntil(date: string, today: string = isoDay()): number {
  return Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);
}
