import { shop } from '#content/shop';
import { chromeWords } from '#words/chrome';
import { paths } from '../paths';
import styles from './Header.module.css';

/** Stands in for a header, or a whole page, that broke: ways on that load a page of their own. */
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
