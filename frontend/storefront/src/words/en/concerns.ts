/** The concerns in the catalog, and their labels. */
export const concernWords: Readonly<Record<string, string>> = {
  'sugar-balance': 'Sugar balance',
  digestion: 'Digestion',
  energy: 'Energy',
  immunity: 'Immunity',
  joints: 'Joints',
  skin: 'Skin',
};
