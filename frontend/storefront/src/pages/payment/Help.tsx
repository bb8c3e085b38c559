import { shop, when } from '#content/shop';
import styles from './PaymentPage.module.css';

/** The shop's phone number and mail address. */
export function Help({ words }: { words: string }) {
  return (
    <p className={styles.help}>
      {words} {when(shop.phone.display, <a href={shop.phone.href}>{shop.phone.display}</a>, null)}{' '}
      {when(shop.mail.display, <a href={shop.mail.href}>{shop.mail.display}</a>, null)}
    </p>
  );
}
