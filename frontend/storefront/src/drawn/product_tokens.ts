/** Where the values of a product stand in the document of its page until the server fills them in. */
export const productTokens = {
  productId: '{{productId}}',
  productName: '{{productName}}',
  hindiName: '{{hindiName}}',
  tagline: '{{tagline}}',
  photo: '{{photoBase}}',
} as const;
