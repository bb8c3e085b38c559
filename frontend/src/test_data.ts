import type { Product, Review } from './api/types';
import { productIds } from './product/product_ids';
import type { CartItem } from './rules/cart_items';

/** A pouch of the shop, for tests. */
export const karela: Product = {
  _id: productIds.karela,
  productName: 'Karela Powder',
  hindiName: 'करेला चूर्ण',
  tagline: 'Bitter gourd, whole fruit',
  type: 'pouch',
  actualPrice: 249,
  discount: 20,
  photos: ['/images/products/karela-800.webp', '/images/products/karela-angle-800.webp'],
  description: 'Whole bitter gourd, dried and milled.',
  ingredients: ['Bitter gourd'],
  benefits: ['A bitter note'],
  variants: [
    { weightInGrams: 100, price: 249 },
    { weightInGrams: 200, price: 324 },
  ],
  otherNames: [],
  concerns: [],
  howToUse: 'One spoon a day.',
  cautions: 'Ask your doctor.',
  storage: 'Cool and dry.',
};

/** A box of the shop, for tests. */
export const ashwagandha: Product = {
  ...karela,
  _id: productIds.ashwagandha,
  productName: 'Ashwagandha Powder',
  type: 'box',
  actualPrice: 349,
  variants: [{ weightInGrams: 75, price: 349 }],
};

/** A line of a cart, for tests. */
export function itemOf(product: Product, weightInGrams: number, quantity: number): CartItem {
  const variant = product.variants.find((candidate) => candidate.weightInGrams === weightInGrams);
  return {
    _id: product._id,
    productName: product.productName,
    selectedWeight: weightInGrams,
    quantity,
    price: variant?.price ?? 0,
    photos: product.photos,
  };
}

/** A review of a product, for tests. */
export function reviewOf(product: Product, change: Partial<Review> = {}): Review {
  return {
    _id: '0190b6a0-0000-7000-a000-000000000001',
    name: 'Meena Shah',
    productname: product.productName,
    rating: 4.5,
    review: 'Properly bitter, no grit.',
    ...change,
  };
}
