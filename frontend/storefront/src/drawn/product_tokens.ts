/** The tokens in a product's document that the server replaces by its values. */
export const productTokens = {
  productId: '{{productId}}',
  productName: '{{productName}}',
  hindiName: '{{hindiName}}',
  tagline: '{{tagline}}',
  photo: '{{photoBase}}',
} as const;
