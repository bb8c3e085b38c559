/** Returns today in India, as services write it: `2026-11-25`. In UTC it is another day until half past five. */
export function todayInIndia(): string {
  return new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
}
