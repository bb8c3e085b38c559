import { paymentWords } from '#words/payment';
import type { Order } from '../../api/types';
import button from 'shared/ui/button.module.css';
import { formatTotal } from 'shared/rules/rupees';
import { QrCode } from 'shared/ui/QrCode';
import styles from './PayTo.module.css';

const texts = paymentWords.later;

/** Payment instructions for an order to be paid later: by UPI, with a QR code for the app, or by bank transfer. */
export default function PayTo({ order }: { order: Order & { payTo: NonNullable<Order['payTo']> } }) {
  const { upiId, upiLink, bankAccount } = order.payTo;
  return (
    <section className={styles.how} aria-labelledby="order-pay-to">
      <h3 id="order-pay-to">{texts.heading}</h3>
      <p>{texts.note(formatTotal(order.totalAmount), order.orderNumber)}</p>
      {upiId && upiLink && (
        <div className={styles.upi}>
          <QrCode text={upiLink} label={texts.code} className={styles.code} />
          <p>
            {texts.upi} <b>{upiId}</b>
          </p>
          <a className={button.outline} href={upiLink}>
            {texts.openApp}
          </a>
        </div>
      )}
      {bankAccount && (
        <dl className={styles.bank}>
          <dt>{texts.holder}</dt>
          <dd>{bankAccount.holder}</dd>
          <dt>{texts.number}</dt>
          <dd>{bankAccount.number}</dd>
          <dt>{texts.ifsc}</dt>
          <dd>{bankAccount.ifsc}</dd>
        </dl>
      )}
    </section>
  );
}
