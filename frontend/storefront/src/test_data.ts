import type {
  Card,
  Cards,
  DeliveryQuote,
  Order,
  OrderStatus,
  OwnReview,
  Product,
  Review,
  Variant,
} from './api/types';
import { productIds } from './product/product_ids';
import type { CartItem } from './rules/cart_items';

/** A pouch, for tests. */
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
    { weightInGrams: 100, price: 249, availability: 'in_stock' },
    { weightInGrams: 200, price: 324, availability: 'in_stock' },
  ],
  otherNames: [],
  concerns: [],
  howToUse: 'One spoon a day.',
  cautions: 'Ask your doctor.',
  storage: 'Cool and dry.',
};

/** The delivery to 395007, for tests. */
export const surat: DeliveryQuote = {
  district: 'Surat',
  state: 'Gujarat',
  earliestOn: '2026-11-25',
  latestOn: '2026-11-27',
  prepaid: 0,
  codFee: 50,
  codUpTo: 10_000,
  takesOnlinePayment: false,
  isPaymentSimulated: false,
  isUpiOnly: false,
};

/** A box, for tests. */
export const ashwagandha: typeof karela = {
  ...karela,
  _id: productIds.ashwagandha,
  productName: 'Ashwagandha Powder',
  type: 'box',
  actualPrice: 349,
  variants: [{ weightInGrams: 75, price: 349, availability: 'in_stock' }],
};

/** `count` pouches like the first one, with other names. */
export function manyPouches(count: number): (typeof karela)[] {
  return Array.from({ length: count }, (_, index) => ({
    ...karela,
    _id: `pouch-${index}`,
    productName: `Blend ${index}`,
  }));
}

/** The product with these numbers of packs left per weight, lightest first. Other weights have plenty. */
export function withLeft(product: typeof karela, ...left: readonly number[]): typeof karela {
  const variants = product.variants.map((variant, index) => ({ ...variant, ...standingOf(left[index]) }));
  return { ...product, variants };
}

function standingOf(left = Infinity): Pick<Variant, 'availability' | 'left'> {
  if (left === 0) return { availability: 'sold_out' };
  return left < Infinity ? { availability: 'low', left } : { availability: 'in_stock' };
}

/** The product list of a shop with these products, for tests. `next` is the cursor of the next page. */
export function cardsOf(products: Card[], next: string | null = null): Cards {
  return { products, total: products.length, next };
}

/** A cart line, for tests. */
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

/** A review as its author sees it, for tests. */
export function ownReviewOf(product: Card, change: Partial<OwnReview> = {}): OwnReview {
  return { ...reviewOf(product), writtenAt: '2026-11-20T20:00:00Z', version: 1, ...change };
}

/** An order after these statuses, an hour apart, for tests: two packs of one product and one of another. */
export function orderAfter(...steps: readonly [OrderStatus, ...OrderStatus[]]): Order {
  const status = steps.at(-1) ?? 'placed';
  const changes = steps.map((step, hour) => ({ status: step, at: `2026-11-23T0${hour}:45:00Z` }));
  const lines = [itemOf(karela, 100, 2), itemOf(ashwagandha, 75, 1)].map((item) => ({
    productId: item._id,
    productName: item.productName,
    weightInGrams: item.selectedWeight,
    quantity: item.quantity,
    price: item.price,
  }));
  return {
    orderId: '0190b6a0-0000-7000-b000-000000000001',
    orderNumber: 'VM-261123-7K3QX',
    status,
    version: steps.length,
    placedAt: '2026-11-23T00:45:00Z',
    totalAmount: 847,
    lines,
    labels: [],
    charges: [],
    paymentMethod: 'pay_later',
    paymentStatus: 'pending',
    documents: [],
    changes,
    parcel: null,
    fullname: 'Asha Patel',
    mobilenumber: '9876543210',
    deliveryAddress: '12 Ring Road, Surat',
    pincode: '395007',
    isMasked: false,
    mayCancel: status === 'placed' || status === 'confirmed',
    mayReturn: status === 'delivered',
  };
}
