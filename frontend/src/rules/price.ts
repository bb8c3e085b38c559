const whole = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});
const exact = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
});

/** The struck-through price of a card. Multiplied before it is divided: 100 at 29 % is 129, not 128. */
export function listedPrice(actualPrice: number, discount: number): number {
  return actualPrice + Math.floor((actualPrice * discount) / 100);
}

/** What 100 g cost, in rupees, in a pack of this weight and price. */
export function pricePer100Grams(price: number, weightInGrams: number): number {
  return Math.round((price * 100) / weightInGrams);
}

/** `₹1,234` for a price in whole rupees. */
export function formatPrice(rupees: number): string {
  return whole.format(rupees);
}

/** `₹1,234.00` for a total. */
export function formatTotal(rupees: number): string {
  return exact.format(rupees);
}
