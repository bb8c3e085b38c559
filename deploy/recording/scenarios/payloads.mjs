// Valid request bodies of a shopper.

export const EMAIL = 'asha@gmail.com';
/** An address without an account. */
export const UNKNOWN_EMAIL = 'nobody@gmail.com';
export const PASSWORD = 'monsoon-42';
export const MOBILE = '9876543210';

export const asha = { email: EMAIL, password: PASSWORD, mobileNumber: MOBILE };
export const review = { name: 'Asha', productname: 'karela powder', review: 'Bitter, as it must be.', rating: '4' };
export const message = {
  name: 'Asha Patel',
  email: 'asha@example.com',
  phone: MOBILE,
  subject: 'order status',
  message: 'Where is my parcel?',
};
export const address = {
  fullname: 'Asha Patel',
  mobilenumber: MOBILE,
  deliveryAddress: '12 Ring Road, Surat',
  pincode: '395007',
};

/** Returns a line of an order, at the listed price. */
export function line(product, variant, quantity) {
  const { weightInGrams, price } = product.variants[variant];
  return {
    productName: product.productName,
    productId: product._id,
    weightInGrams,
    quantity,
    basePrice: price,
    actualPrice: price * quantity,
  };
}

/** Returns an order of these lines, delivered to Surat and paid later. */
export function orderOf(...products) {
  const totalAmount = products.reduce((sum, { actualPrice }) => sum + actualPrice, 0);
  return { ...address, email: 'asha@example.com', totalAmount, products };
}

/** Returns true if all packs of the product are in stock and none is nearly sold out. */
export function isInStock(product) {
  return product.variants.every(({ left, available = true }) => available && !left);
}
