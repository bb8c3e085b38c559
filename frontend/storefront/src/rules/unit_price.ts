import { formatPrice, formatTotal } from 'shared/rules/rupees';

/** What 100 g cost, in rupees, in a pack of this weight and price; rounded to the paisa, half a paisa up. */
export function pricePer100Grams(price: number, weightInGrams: number): number {
  // In whole paise: as a fraction of a rupee, half a paisa would not be one.
  const paise = Math.round(price * 100);
  return Math.round((paise * 100) / weightInGrams) / 100;
}

/** `₹331`, or `₹330.67` where paise matter. */
export function formatExactly(rupees: number): string {
  return Number.isInteger(rupees) ? formatPrice(rupees) : formatTotal(rupees);
}
