/** The struck-through price of a card. Multiplied before it is divided: 100 at 29 % is 129, not 128. */
export function listedPrice(actualPrice: number, discount: number): number {
  return actualPrice + Math.floor((actualPrice * discount) / 100);
}
