/** Texts of product cards and of the product page's price. */
export const productCardWords = {
  chooseWeight: 'Choose weight',
  off: (percent: number) => `${percent}%OFF`,
  saved: (amount: string) => `${amount} off`,
  sellingPrice: 'Price',
  listedPrice: 'Listed price',
};
