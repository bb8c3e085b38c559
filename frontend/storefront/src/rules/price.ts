/** The difference between the listed price and the price, in rupees. Multiplies before dividing, so that 29 % of 100 is 29, not 28. */
export function saving(actualPrice: number, discount: number): number {
  return Math.floor((actualPrice * discount) / 100);
}
