import { useNavigate } from 'react-router';
import type { Product } from '../../api/types';
import { productMessages } from '../../messages/product';
import { paths } from '../../paths';
import { preloadPage } from '../../routes';
import { formatPrice } from '../../rules/price';
import button from '../../ui/button.module.css';
import { PackFacts } from './PackFacts';
import { PhotoGallery } from './PhotoGallery';
import styles from './ProductDetails.module.css';
import { ProductReviews } from './ProductReviews';
import { ProductText } from './ProductText';
import { useSelection } from './use_selection';
import { VariantPicker } from './VariantPicker';

/** A product with its photos, its weights to choose from and everything a careful shopper reads. */
export function ProductDetails({ product }: { product: Product }) {
  const selection = useSelection(product);
  const navigate = useNavigate();
  const texts = productMessages;

  function buyNow() {
    if (selection.addChosen()) navigate(paths.cart, { replace: true });
  }

  return (
    <article className={`wrap ${styles.product}`}>
      <PhotoGallery product={product} />
      <div className={styles.details}>
        <p className={styles.type}>{product.type === 'box' ? texts.box : texts.pouch}</p>
        <h1>
          {product.productName}{' '}
          <span className={styles.hindi} lang="hi">
            {product.hindiName}
          </span>
        </h1>
        <p className={styles.tagline}>{product.tagline}</p>
        <VariantPicker product={product} selection={selection} />
        {product.variants.length > 0 && (
          <div className={styles.bar}>
            {selection.count > 0 && (
              <p className={styles.chosen}>
                {texts.chosen(selection.count)} <b>{formatPrice(selection.total)}</b>
              </p>
            )}
            <button type="button" className={button.outline} onClick={selection.addChosen}>
              {texts.addToCart}
            </button>
            <button
              type="button"
              className={button.primary}
              onPointerEnter={() => preloadPage(paths.cart)}
              onClick={buyNow}
            >
              {texts.buyNow}
            </button>
          </div>
        )}
        <p className={styles.note}>{texts.taxNote}</p>
        <ProductText product={product} />
        <PackFacts product={product} />
        <ProductReviews product={product} />
      </div>
    </article>
  );
}
