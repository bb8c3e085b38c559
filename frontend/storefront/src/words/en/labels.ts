/** Texts of the printed labels on the next packs. */
export const labelWords = {
  heading: 'On the packs we ship next',
  mrp: (price: string) => `MRP ${price}, all taxes included`,
  batch: (number: string) => `Batch ${number}`,
  packed: (day: string) => `Packed ${day}`,
  bestBefore: (day: string) => `Best before ${day}`,
  onThePack: 'Batch, packing date and MRP are printed on the pack.',
  loading: 'Loading…',
};
