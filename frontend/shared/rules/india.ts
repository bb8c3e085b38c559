/** Times are shown for India, where the apps are used. A phone may be set to another time zone. */
export const timeZone = 'Asia/Kolkata';

/** Returns the day in India as services write it: `2026-11-25`. In UTC the day is another one until half past five. */
export function isoDay(time: Date = new Date()): string {
  return new Date(time.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
}
