import type { Charge, DeliveryQuote, PaymentMethod } from '../api/types';

/** Whether something has the form of a pincode; whether there is one, the shop knows. */
export function isPincode(text: string): boolean {
  return /^[1-9][0-9]{5}$/.test(text);
}

/** A pincode without the spaces and hyphens that people write into it: "395 003". */
export function pincodeDigits(text: string): string {
  return text.replace(/[\s-]/g, '');
}

/** What a way to pay costs on top of the lines, in rupees; what is free is no charge. */
export function chargesOf(method: PaymentMethod, quote: DeliveryQuote): Charge[] {
  const fee = method === 'cash_on_delivery' ? (quote.codFee ?? 0) : 0;
  const charges: Charge[] = [
    { kind: 'delivery', label: '', amount: quote.prepaid },
    { kind: 'cod_fee', label: '', amount: fee },
  ];
  return charges.filter(({ amount }) => amount > 0);
}

/** What charges come to, in rupees. */
export function sumOf(charges: readonly Charge[]): number {
  return charges.reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether a way to pay is offered on the way to a place, for goods of this price in rupees. */
export function isOffered(method: PaymentMethod, quote: DeliveryQuote, goods: number): boolean {
  if (method === 'online') return quote.takesOnlinePayment === true;
  if (method !== 'cash_on_delivery') return true;
  return quote.codFee !== null && goods <= (quote.codUpTo ?? Infinity);
}

/**
 * The ways to pay that are shown: where nothing can be paid online, nobody reads of it. While the quote is on its way, the
 * one that is chosen stays.
 */
export function shownMethods(
  quote: DeliveryQuote | undefined,
  chosen: PaymentMethod,
): readonly PaymentMethod[] {
  const takesOnline = quote ? quote.takesOnlinePayment : chosen === 'online';
  return takesOnline ? ['pay_later', 'online', 'cash_on_delivery'] : ['pay_later', 'cash_on_delivery'];
}
