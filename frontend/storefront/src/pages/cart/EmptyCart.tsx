import { Link } from 'react-router';
import { cartWords } from '#words/cart';
import { generalWords } from '#words/general';
import { paths } from '../../paths';
import button from 'shared/ui/button.module.css';
import styles from './EmptyCart.module.css';

/** What the cart page shows before anything is in the cart. */
export function EmptyCart() {
  return (
    <div className={styles.empty}>
      <img src="/favicon.svg" alt="" width={96} height={96} />
      <p>{cartWords.emptyText}</p>
      <Link className={button.primary} to={paths.home}>
        {generalWords.continueShopping}
      </Link>
    </div>
  );
}
