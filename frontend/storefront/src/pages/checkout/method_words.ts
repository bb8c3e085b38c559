import type { DeliveryQuote, PaymentMethod } from '../../api/types';
import { deliveryWords } from '#words/delivery';
import { isOffered } from '../../rules/delivery';
import { formatPrice } from 'shared/rules/rupees';

const texts = deliveryWords.methods;

/** The name of a payment method. */
export function nameOf(method: PaymentMethod, quote: DeliveryQuote | undefined): string {
  if (method !== 'online') return texts[method];
  const way = quote?.isUpiOnly ? texts.upiOnly : texts.online;
  return quote?.isPaymentSimulated ? texts.simulated(way) : way;
}

/** The cost of a payment method, or the reason why it is not offered. */
export function hintOf(method: PaymentMethod, quote: DeliveryQuote | undefined, goods: number): string {
  if (!quote) return texts.pincodeFirst;
  return refusalOf(method, quote, goods) ?? costOf(method, quote);
}

/** The reason why a payment method is not offered for goods of this price in rupees; undefined if it is offered. */
export function refusalOf(method: PaymentMethod, quote: DeliveryQuote, goods: number): string | undefined {
  if (isOffered(method, quote, goods)) return undefined;
  const { codFee, codUpTo } = quote;
  if (method === 'online') return texts.noOnline;
  return codFee === null || codUpTo === null ? texts.noCash : texts.tooDearForCash(formatPrice(codUpTo));
}

function costOf(method: PaymentMethod, { prepaid, codFee }: DeliveryQuote): string {
  if (method === 'pay_later') {
    return prepaid === 0 ? texts.payLaterHint : texts.payLaterCharged(formatPrice(prepaid));
  }
  if (method === 'online') {
    return prepaid === 0 ? texts.onlineHint : texts.onlineCharged(formatPrice(prepaid));
  }
  const cost = prepaid + (codFee ?? 0);
  return cost === 0 ? texts.cashFree : texts.cashHint(formatPrice(cost));
}
