/** The positions of commas in Indian numbers: before the last three digits, then before every two. */
const GROUPS = /\B(?=(\d{2})*\d{3}(?!\d))/g;

/**
 * Returns `₹1,234` for a price, rounded to whole rupees. It does not use Intl, because its first format takes a phone a seventh of a second
 * at startup.
 */
export function formatPrice(rupees: number): string {
  return grouped(Math.round(rupees).toFixed());
}

/** Returns `₹1,234.00` for a total. */
export function formatTotal(rupees: number): string {
  const [whole = '', fraction] = rupees.toFixed(2).split('.');
  return `${grouped(whole)}.${fraction}`;
}

/** Returns `₹1,234.00` for a sum in paise. */
export function formatPaise(paise: bigint): string {
  const digits = String(paise).replace('-', '').padStart(3, '0');
  return `${grouped((paise < 0n ? '-' : '') + digits.slice(0, -2))}.${digits.slice(-2)}`;
}

function grouped(digits: string): string {
  return `₹${digits.replace(GROUPS, ',')}`;
}
