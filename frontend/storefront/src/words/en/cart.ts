import { said, shop } from '#content/shop';

/** Texts of the cart. */
export const cartWords = {
  title: 'Your cart',
  heading: (count: number) => `Your Cart (${count} items)`,
  empty: 'Your cart is empty',
  emptyText: 'Nothing here yet. The powders are one tap away.',
  quantityUpdated: 'Quantity updated',
  itemRemoved: 'Item removed from cart',
  cleared: 'Cart cleared',
  changeTo: (count: number) => `Change to ${count}`,
  remove: 'Remove',
  removeLabel: (label: string) => `Remove ${label}`,
  removeTitle: 'Remove this item?',
  removeText: (label: string) => `${label} will be taken out of your cart.`,
  clear: 'Clear Cart',
  clearTitle: 'Clear your cart?',
  clearText: 'Every item will be taken out of your cart.',
  checkOut: 'Check out',
  total: 'Total',
  each: 'each',
  lineTotal: 'Line total',
  deliveryNote: `Delivery charge (up to ₹100) is extra. COD fee ${shop.codFee}.${said(shop.delivery, '', ' Prepaid orders are delivered free.')}`,
};
