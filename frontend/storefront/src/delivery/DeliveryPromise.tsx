import type { DeliveryQuote } from '../api/types';
import { deliveryWords } from '#words/delivery';
import { formatWeekday } from 'shared/rules/moment';
import { formatPrice } from 'shared/rules/rupees';
import styles from './DeliveryPromise.module.css';

/** The delivery date of a parcel sent today, and the charges per payment method. */
export function DeliveryPromise({ quote }: { quote: DeliveryQuote }) {
  const { district, state, latestOn, prepaid, codFee } = quote;
  const texts = deliveryWords;
  return (
    <p className={styles.promise}>
      <span>
        {texts.place(district, state)}: <b>{texts.by(formatWeekday(latestOn))}</b>
      </span>
      <span>
        {prepaid === 0 ? texts.prepaidFree : texts.prepaid(formatPrice(prepaid))}
        {' · '}
        {codFee === null ? texts.noCash : texts.cash(formatPrice(prepaid + codFee))}
      </span>
    </p>
  );
}
