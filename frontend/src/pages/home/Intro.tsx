import { Link } from 'react-router';
import type { Product } from '../../api/types';
import { homeMessages } from '../../messages/home';
import { paths } from '../../paths';
import button from '../../ui/button.module.css';
import { Picture } from '../../ui/Picture';
import styles from './Intro.module.css';

/** The first thing a shopper sees: what this shop stands for, and one of its packs in a painted arch. */
export function Intro({ product }: { product: Product | undefined }) {
  return (
    <section className={styles.intro}>
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.words}>
          <p className={styles.hindi} lang="hi">
            {homeMessages.hindi}
          </p>
          <h1>{homeMessages.heading}</h1>
          <p className={styles.text}>{homeMessages.intro}</p>
          <div className={styles.links}>
            <a className={button.primary} href="#products">
              {homeMessages.seeProducts}
            </a>
            {product && (
              <Link className={styles.ghost} to={paths.product(product._id)}>
                {product.productName}
              </Link>
            )}
          </div>
        </div>
        {product && (
          <div className={styles.arch}>
            <Picture
              photo={product.photos[0]}
              alt=""
              width={400}
              height={500}
              sizes="(max-width: 760px) 56vw, 360px"
              eager
              className={styles.pack}
            />
          </div>
        )}
      </div>
      <div className={styles.band} aria-hidden="true" />
    </section>
  );
}
