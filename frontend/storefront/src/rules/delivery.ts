import type { Charge, DeliveryQuote, PaymentMethod } from '../api/types';

/** True if a text has the form of a pincode. The shop knows which pincodes exist. */
export function isPincode(text: string): boolean {
  return /^[1-9][0-9]{5}$/.test(text);
}

/** A pincode without spaces and hyphens: "395 003" becomes "395003". */
export function pincodeDigits(text: string): string {
  return text.replace(/[\s-]/g, '');
}

/** The charges of a payment method on top of the lines, in rupees. Charges of 0 are left out. */
export function chargesOf(method: PaymentMethod, quote: DeliveryQuote): Charge[] {
  const fee = method === 'cash_on_delivery' ? (quote.codFee ?? 0) : 0;
  const charges: Charge[] = [
    { kind: 'delivery', label: '', amount: quote.prepaid },
    { kind: 'cod_fee', label: '', amount: fee },
  ];
  return charges.filter(({ amount }) => amount > 0);
}

/** The sum of charges, in rupees. */
export function sumOf(charges: readonly Charge[]): number {
  return charges.reduce((sum, { amount }) => sum + amount, 0);
}

/** True if a payment method is offered at a pincode, for goods of this price in rupees. */
export function isOffered(method: PaymentMethod, quote: DeliveryQuote, goods: number): boolean {
  if (method === 'online') return quote.takesOnlinePayment === true;
  if (method !== 'cash_on_delivery') return true;
  return quote.codFee !== null && goods <= (quote.codUpTo ?? Infinity);
}

/**
 * The payment methods to show. Online payment is hidden where it is not offered. Until the quote arrives, a chosen online payment stays.
 */
export function shownMethods(
  quote: DeliveryQuote | undefined,
  chosen: PaymentMethod,
): readonly PaymentMethod[] {
  const takesOnline = quote ? quote.takesOnlinePayment : chosen === 'online';
  return takesOnline ? ['pay_later', 'online', 'cash_on_delivery'] : ['pay_later', 'cash_on_delivery'];
}
