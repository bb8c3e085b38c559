import { Link } from 'react-router';
import type { Card } from '../../api/types';
import { productMessages } from '../../messages/product';
import { paths } from '../../paths';
import styles from './Breadcrumb.module.css';

/** The shelf a product stands on, and the way back to it. */
export function Breadcrumb({ product: { type, productName } }: { product: Card }) {
  return (
    <nav className={styles.breadcrumb} aria-label={productMessages.breadcrumb}>
      <ol>
        <li>
          <Link to={paths.home}>{productMessages.home}</Link>
        </li>
        <li>
          <Link to={paths.shopOf({ type })}>{productMessages.shelves[type]}</Link>
        </li>
        <li aria-current="page">{productName}</li>
      </ol>
    </nav>
  );
}
