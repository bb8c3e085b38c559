import { Link } from 'react-router';
import type { Product } from '../../api/types';
import { homeMessages } from '../../messages/home';
import { paths } from '../../paths';
import { preloadPage } from '../../routes';
import { formatPrice, listedPrice } from '../../rules/price';
import button from '../../ui/button.module.css';
import { Picture } from '../../ui/Picture';
import { plateClass } from '../../ui/plate';
import styles from './ProductCard.module.css';

/** A product in the strip, with the way to its page. */
export function ProductCard({ product }: { product: Product }) {
  const { _id, productName, tagline, actualPrice, discount, photos } = product;
  const page = paths.product(_id);
  return (
    <li className={styles.card} onPointerEnter={() => preloadPage(page)}>
      <Link to={page} className={styles.link}>
        <div className={`${styles.plate} ${plateClass(_id)}`}>
          <Picture
            photo={photos[0]}
            alt=""
            width={284}
            height={355}
            sizes="(max-width: 760px) 218px, 284px"
          />
        </div>
        <h3>{productName}</h3>
        <p className={styles.tagline}>{tagline}</p>
        <p className={styles.prices}>
          <span className="visuallyHidden">{homeMessages.sellingPrice}</span>
          <b>{formatPrice(actualPrice)}</b>
          {discount > 0 && (
            <>
              <span className="visuallyHidden">{homeMessages.listedPrice}</span>
              <s>{formatPrice(listedPrice(actualPrice, discount))}</s>
              <span className={styles.off}>{homeMessages.off(discount)}</span>
            </>
          )}
        </p>
      </Link>
      <Link to={page} className={button.outline} aria-label={`${homeMessages.chooseWeight}: ${productName}`}>
        {homeMessages.chooseWeight}
      </Link>
    </li>
  );
}
