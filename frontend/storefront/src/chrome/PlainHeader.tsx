import { shop } from '#content/shop';
import { chromeWords } from '#words/chrome';
import { paths } from '../paths';
import styles from './Header.module.css';

/** The header without React routing, for when the header or the whole page broke. Its links load new documents. */
export function PlainHeader() {
  return (
    <header className={`wrap ${styles.row}`}>
      <a className={styles.brand} href={paths.home}>
        <b>{shop.name}</b>
      </a>
      <a href={paths.cart}>{chromeWords.cart}</a>
    </header>
  );
}
