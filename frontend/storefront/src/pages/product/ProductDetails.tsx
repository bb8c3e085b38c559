import type { Card } from '../../api/types';
import { productWords } from '#words/product';
import { PincodeBox } from '../../delivery/PincodeBox';
import { Prices } from '../../product/Prices';
import { isSoldOut } from '../../rules/stock';
import { type Details, productDetails } from '../../stores/product_details';
import { Breadcrumb } from './Breadcrumb';
import { BuyBar } from './BuyBar';
import { BuyingFacts } from './BuyingFacts';
import { ComingText } from './ComingText';
import { PackFacts } from './PackFacts';
import { PhotoGallery } from './PhotoGallery';
import styles from './ProductDetails.module.css';
import { ProductReviews } from './ProductReviews';
import { ProductText } from './ProductText';
import { RatingSummary } from './RatingSummary';
import { useProductReviews } from './use_product_reviews';
import { useSelection } from './use_selection';
import { VariantPicker } from './VariantPicker';

/** A product with photos, weights, texts, labels and reviews. */
export function ProductDetails({ product, details }: { product: Card; details: Details | undefined }) {
  const whole = typeof details === 'object' ? details : undefined;
  const selection = useSelection(product);
  const reviews = useProductReviews(product);
  const texts = productWords;
  return (
    <article className={`wrap ${styles.product}`}>
      <Breadcrumb product={product} />
      <PhotoGallery product={product} photos={whole?.photos} />
      <div className={styles.details}>
        <p className={styles.type}>{product.type === 'box' ? texts.box : texts.pouch}</p>
        <h1>
          {product.productName}{' '}
          <span className={styles.hindi} lang="hi">
            {product.hindiName}
          </span>
        </h1>
        <p className={styles.tagline}>{product.tagline}</p>
        <RatingSummary product={product} />
        <Prices product={product} />
        <p className={styles.note}>{texts.taxNote}</p>
        <VariantPicker product={product} selection={selection} />
        {product.variants.length > 0 && (
          <BuyBar selection={selection} soldOut={isSoldOut(product.variants)} />
        )}
        <PincodeBox />
        <BuyingFacts />
        {whole ? (
          <ProductText product={whole} />
        ) : (
          <ComingText failed={details === 'failed'} onRetry={() => productDetails.look(product._id)} />
        )}
        <PackFacts product={product} />
        <ProductReviews product={product} reviews={reviews} />
      </div>
    </article>
  );
}
