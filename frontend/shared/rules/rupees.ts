/** Between which digits India sets a comma: before the last three, and before every two in front of them. */
const GROUPS = /\B(?=(\d{2})*\d{3}(?!\d))/g;

/**
 * `₹1,234` for a price in whole rupees. Not by Intl: the first of its formats costs a phone a seventh of a second, before
 * anything can be pressed.
 */
export function formatPrice(rupees: number): string {
  return grouped(Math.round(rupees).toFixed());
}

/** `₹1,234.00` for a total. */
export function formatTotal(rupees: number): string {
  const [whole = '', fraction] = rupees.toFixed(2).split('.');
  return `${grouped(whole)}.${fraction}`;
}

function grouped(digits: string): string {
  return `₹${digits.replace(GROUPS, ',')}`;
}
