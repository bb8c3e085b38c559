/** Texts of the order confirmation. */
export const greetingWords = {
  heading: 'Order Confirmed!',
  orderNumber: 'Your order number',
  delivery: 'Delivery arriving in 5-7 business days',
  /** The promised delivery date of the pincode. */
  promised: (day: string) => `At your pincode: by ${day}`,
  receipt: 'Payment receipt will be issued after payment.',
  follow: 'Follow your order',
  help: 'Questions about your order?',
};
