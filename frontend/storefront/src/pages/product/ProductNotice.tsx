import { Link } from 'react-router';
import { generalWords } from '#words/general';
import { paths } from '../../paths';
import button from 'shared/ui/button.module.css';
import styles from './ProductNotice.module.css';

/** The notice in place of a product that is missing or loading. */
export function ProductNotice({ text }: { text: string }) {
  return (
    <div className={styles.notice} role="status">
      <img src="/favicon.svg" alt="" width={72} height={72} />
      <h1>{text}</h1>
      <Link className={button.outline} to={paths.home}>
        {generalWords.continueShopping}
      </Link>
    </div>
  );
}
