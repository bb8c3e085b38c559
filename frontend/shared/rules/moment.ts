import { language } from '#words/language';
import { timeZone } from './india';

let day: Intl.DateTimeFormat | undefined;
let moment: Intl.DateTimeFormat | undefined;
let weekday: Intl.DateTimeFormat | undefined;

/** Returns `23 Nov 2026` for a time in UTC. The format is created on first use because that is slow on a phone. */
export function formatDay(time: string): string {
  day ??= new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone });
  return day.format(new Date(time));
}

/** Returns `23 Nov 2026, 11:15 am` for a time in UTC. */
export function formatMoment(time: string): string {
  moment ??= new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return moment.format(new Date(time));
}

/** Returns `Friday 27 November` for a date such as 2026-11-27. */
export function formatWeekday(date: string): string {
  weekday ??= new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', timeZone });
  return weekday.format(new Date(`${date}T12:00:00+05:30`)).replace(',', '');
}
