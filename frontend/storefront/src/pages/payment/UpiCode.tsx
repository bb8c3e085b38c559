import { QrCode } from 'shared/ui/QrCode';
import { paymentWords } from '#words/payment';
import styles from './PaymentPage.module.css';

/** The QR code that a phone scans from another screen. A chunk of its own, because phones open their UPI app instead. */
export default function UpiCode({ link }: { link: string }) {
  return <QrCode text={link} label={paymentWords.upiCode} className={styles.code} />;
}
