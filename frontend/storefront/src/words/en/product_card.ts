/** Texts of a product where it is offered: in the strip, in the shop and on its own page. */
export const productCardWords = {
  chooseWeight: 'Choose weight',
  off: (percent: number) => `${percent}%OFF`,
  saved: (amount: string) => `${amount} off`,
  sellingPrice: 'Price',
  listedPrice: 'Listed price',
};
