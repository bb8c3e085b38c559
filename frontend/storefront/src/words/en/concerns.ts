/** What powders are good for, as the catalogue calls it and as a shopper reads it. */
export const concernWords: Readonly<Record<string, string>> = {
  'sugar-balance': 'Sugar balance',
  digestion: 'Digestion',
  energy: 'Energy',
  immunity: 'Immunity',
  joints: 'Joints',
  skin: 'Skin',
};
