import { Link } from 'react-router';
import { chromeWords } from '#words/chrome';
import { paths } from '../paths';
import { selectCount, useCart } from '../stores/cart';
import { Icon } from '../ui/Icon';
import styles from './CartLink.module.css';

/** The link to the cart, with the number of packs. */
export function CartLink() {
  const count = useCart(selectCount);
  return (
    <Link className={styles.link} to={paths.cart}>
      <Icon name="cart" size={25} />
      <span className="visuallyHidden">{chromeWords.cartLabel(count)}</span>
      <span className={styles.text} aria-hidden="true">
        {chromeWords.cart}
      </span>
      {count > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  );
}
