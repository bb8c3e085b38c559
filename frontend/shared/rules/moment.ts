import { language } from '#words/language';

/** Times are told as in India, where the apps are used; a phone may be set to another place. */
const timeZone = 'Asia/Kolkata';

let day: Intl.DateTimeFormat | undefined;
let moment: Intl.DateTimeFormat | undefined;
let weekday: Intl.DateTimeFormat | undefined;

/** `23 Nov 2026`, of a time in UTC. The format is made when it is first wanted: that takes a phone long. */
export function formatDay(time: string): string {
  day ??= new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone });
  return day.format(new Date(time));
}

/** `23 Nov 2026, 11:15 am`, of a time in UTC. */
export function formatMoment(time: string): string {
  moment ??= new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return moment.format(new Date(time));
}

/** `Friday 27 November`, of a date such as 2026-11-27. */
export function formatWeekday(date: string): string {
  weekday ??= new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', timeZone });
  return weekday.format(new Date(`${date}T12:00:00+05:30`)).replace(',', '');
}
