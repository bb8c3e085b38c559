import type { Card, Cards, Product, Review } from './api/types';
import { productIds } from './product/product_ids';
import type { CartItem } from './rules/cart_items';

/** A pouch of the shop, for tests. */
export const karela: Product & Card = {
  _id: productIds.karela,
  productName: 'Karela Powder',
  hindiName: 'करेला चूर्ण',
  tagline: 'Bitter gourd, whole fruit',
  type: 'pouch',
  actualPrice: 249,
  discount: 20,
  photo: '/images/products/karela-800.webp',
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
export const ashwagandha: typeof karela = {
  ...karela,
  _id: productIds.ashwagandha,
  productName: 'Ashwagandha Powder',
  type: 'box',
  actualPrice: 349,
  variants: [{ weightInGrams: 75, price: 349 }],
};

/** The list of a shop that sells these, for tests; `next` is for what more it sells. */
export function cardsOf(products: Card[], next: string | null = null): Cards {
  return { products, total: products.length, next };
}

/** A line of a cart, for tests. */
export function itemOf(product: Card, weightInGrams: number, quantity: number): CartItem {
  const variant = product.variants.find((candidate) => candidate.weightInGrams === weightInGrams);
  return {
    _id: product._id,
    productName: product.productName,
    selectedWeight: weightInGrams,
    quantity,
    price: variant?.price ?? 0,
    photos: product.photo ? [product.photo] : [],
  };
}

/** A review of a product, for tests. */
export function reviewOf(product: Card, change: Partial<Review> = {}): Review {
  return {
    _id: '0190b6a0-0000-7000-a000-000000000001',
    name: 'Meena Shah',
    productname: product.productName,
    rating: 4.5,
    review: 'Properly bitter, no grit.',
    ...change,
  };
}
