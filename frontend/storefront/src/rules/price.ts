/** What the listed price of a card is above its price, in rupees. Multiplied before it is divided: of 100 at 29 % it is 29, not 28. */
export function saving(actualPrice: number, discount: number): number {
  return Math.floor((actualPrice * discount) / 100);
}
