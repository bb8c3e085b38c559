import { useId, useLayoutEffect, useRef } from 'react';
import type { DeliveryQuote, PaymentMethod } from '../../api/types';
import { deliveryWords } from '#words/delivery';
import { isOffered, shownMethods } from '../../rules/delivery';
import { DeliveryPromise } from '../../delivery/DeliveryPromise';
import { formatPrice } from 'shared/rules/rupees';
import styles from './PaymentChoice.module.css';
import type { Payment } from './use_payment';

const texts = deliveryWords.methods;

/** How the order is paid. Nobody has to say: then the shop writes, and delivery is settled later. */
export function PaymentChoice({ payment, locked }: { payment: Payment; locked: boolean }) {
  const { quote, problem, goods, method, choose } = payment;
  const id = useId();
  const choice = useRef<HTMLFieldSetElement>(null);
  const methods = shownMethods(quote);

  const count = methods.length;
  const shown = useRef(count);

  // A way that appears pushes down what has the focus, such as the button below.
  useLayoutEffect(() => {
    const hasMore = count > shown.current;
    shown.current = count;
    const focused = document.activeElement;
    if (hasMore && choice.current?.form?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' });
  }, [count]);

  return (
    <fieldset ref={choice} className={styles.choice}>
      <legend>{texts.heading}</legend>
      {methods.map((one) => (
        <div key={one} className={styles.method}>
          <input
            id={`${id}-${one}`}
            type="radio"
            name="paymentMethod"
            value={one}
            checked={method === one}
            disabled={!isOffered(one, quote, goods)}
            // Enter in one of them sends the order too, and disabled it would lose the focus.
            aria-disabled={locked || undefined}
            aria-describedby={`${id}-${one}-hint`}
            onChange={() => !locked && choose(one)}
          />
          <label htmlFor={`${id}-${one}`}>{nameOf(one, quote)}</label>
          <small id={`${id}-${one}-hint`}>{hintOf(one, quote, goods)}</small>
        </div>
      ))}
      <div role="status">
        {quote && <DeliveryPromise quote={quote} />}
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
    </fieldset>
  );
}

function nameOf(method: PaymentMethod, quote: DeliveryQuote | undefined): string {
  if (method !== 'online') return texts[method];
  const way = quote?.isUpiOnly ? texts.upiOnly : texts.online;
  return quote?.isPaymentSimulated ? texts.simulated(way) : way;
}

function hintOf(method: PaymentMethod, quote: DeliveryQuote | undefined, goods: number): string {
  if (!quote) return texts.pincodeFirst;
  const { prepaid, codFee, codUpTo } = quote;
  if (method === 'pay_later') {
    return prepaid === 0 ? texts.payLaterHint : texts.payLaterCharged(formatPrice(prepaid));
  }
  if (method === 'online') {
    return prepaid === 0 ? texts.onlineHint : texts.onlineCharged(formatPrice(prepaid));
  }
  if (codFee === null) return texts.noCash;
  if (codUpTo !== null && goods > codUpTo) return texts.tooDearForCash(formatPrice(codUpTo));
  const cost = prepaid + codFee;
  return cost === 0 ? texts.cashFree : texts.cashHint(formatPrice(cost));
}
