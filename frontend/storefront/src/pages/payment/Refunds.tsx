import { formatDay } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import { paymentWords } from '#words/payment';
import type { Refund } from '../../api/types';
import styles from './PaymentPage.module.css';

const texts = paymentWords;

/** The refunds of an order and their states. */
export function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <section className={styles.refunds} aria-labelledby="payment-refunds">
      <h2 id="payment-refunds">{texts.refunds}</h2>
      <ul>
        {refunds.map(({ amount, state, wantedAt, changedAt }) => (
          <li key={`${wantedAt} ${amount}`}>
            <span>{texts.refund(formatTotal(amount))}</span>
            <span>
              {texts.refundStates[state]} · {formatDay(changedAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
