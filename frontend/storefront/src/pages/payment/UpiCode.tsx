import { QrCode } from 'shared/ui/QrCode';
import { paymentWords } from '#words/payment';
import styles from './PaymentPage.module.css';

/** What a phone reads from another screen. A part of its own: phones, which open their app, never load what draws it. */
export default function UpiCode({ link }: { link: string }) {
  return <QrCode text={link} label={paymentWords.upiCode} className={styles.code} />;
}
