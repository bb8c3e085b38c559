import { formatPrice, formatTotal } from 'shared/rules/rupees';

/** The price of 100 g in rupees, rounded half up to the paisa. */
export function pricePer100Grams(price: number, weightInGrams: number): number {
  // Calculates in paise, because half a paisa is not exact as a fraction of a rupee.
  const paise = Math.round(price * 100);
  return Math.round((paise * 100) / weightInGrams) / 100;
}

/** Formats a price as `₹331`, or as `₹330.67` if it has paise. */
export function formatExactly(rupees: number): string {
  return Number.isInteger(rupees) ? formatPrice(rupees) : formatTotal(rupees);
}
