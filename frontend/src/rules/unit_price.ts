/** What 100 g cost, in rupees, in a pack of this weight and price. */
export function pricePer100Grams(price: number, weightInGrams: number): number {
  return Math.round((price * 100) / weightInGrams);
}
