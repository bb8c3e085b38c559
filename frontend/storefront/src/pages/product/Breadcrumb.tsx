import { Link } from 'react-router';
import type { Card } from '../../api/types';
import { productWords } from '#words/product';
import { paths } from '../../paths';
import styles from './Breadcrumb.module.css';

/** The breadcrumb of a product, with the shop page of its type. */
export function Breadcrumb({ product: { type, productName } }: { product: Card }) {
  return (
    <nav className={styles.breadcrumb} aria-label={productWords.breadcrumb}>
      <ol>
        <li>
          <Link to={paths.home}>{productWords.home}</Link>
        </li>
        <li>
          <Link to={paths.shopOf({ type })}>{productWords.shelves[type]}</Link>
        </li>
        <li aria-current="page">{productName}</li>
      </ol>
    </nav>
  );
}
