import { useId, useLayoutEffect, useRef } from 'react';
import { deliveryWords } from '#words/delivery';
import type { PaymentMethod } from '../../api/types';
import { isOffered, shownMethods } from '../../rules/delivery';
import { DeliveryPromise } from '../../delivery/DeliveryPromise';
import { hintOf, nameOf } from './method_words';
import styles from './PaymentChoice.module.css';
import type { Payment } from './use_payment';

interface PaymentChoiceProps {
  payment: Payment;
  locked: boolean;
}

/** The choice of the payment method. It can be made before the pincode is known; methods not offered there are then disabled. */
export function PaymentChoice({ payment, locked }: PaymentChoiceProps) {
  const { quote, problem, chosen } = payment;
  const choice = useRef<HTMLFieldSetElement>(null);
  const methods = shownMethods(quote, chosen);

  const count = methods.length;
  const shown = useRef(count);

  // A new method pushes down the focused element, such as the button below.
  useLayoutEffect(() => {
    const hasMore = count > shown.current;
    shown.current = count;
    const focused = document.activeElement;
    if (hasMore && choice.current?.form?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' });
  }, [count]);

  return (
    <fieldset ref={choice} className={styles.choice}>
      <legend>{deliveryWords.methods.heading}</legend>
      {methods.map((method) => (
        <Method key={method} method={method} payment={payment} locked={locked} />
      ))}
      <div role="status">
        {quote && <DeliveryPromise quote={quote} />}
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
    </fieldset>
  );
}

function Method({ method, payment, locked }: PaymentChoiceProps & { method: PaymentMethod }) {
  const { quote, goods, chosen, choose } = payment;
  const id = useId();
  const refused = quote !== undefined && !isOffered(method, quote, goods);
  return (
    <div className={styles.method}>
      <input
        id={id}
        type="radio"
        name="paymentMethod"
        value={method}
        // Tab would skip the whole group if its checked radio were disabled.
        checked={method === chosen && !refused}
        disabled={refused}
        // Enter in a radio also sends the order, and a disabled one would lose the focus.
        aria-disabled={locked || undefined}
        aria-describedby={`${id}-hint`}
        onChange={() => !locked && choose(method)}
      />
      <label htmlFor={id}>{nameOf(method, quote)}</label>
      <small id={`${id}-hint`}>{hintOf(method, quote, goods)}</small>
    </div>
  );
}
