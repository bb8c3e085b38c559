import { productWords } from '#words/product';
import { Picture } from '../../ui/Picture';
import plate from '../../ui/plate.module.css';
import gallery from './PhotoGallery.module.css';
import styles from './ProductDetails.module.css';
import type { Preview } from './preview';
import own from './ProductPreview.module.css';

/** The widths that every photo has. The prerendered page does not know the photo. */
const DRAWN_WIDTHS = [400, 800];

/** The known parts of a product before the product list is loaded, in their final places. */
export function ProductPreview({ preview }: { preview: Preview }) {
  const { productName, hindiName, tagline, photo } = preview;
  return (
    <article className={`wrap ${styles.product}`}>
      <div className={own.breadcrumb} />
      <div className={`${gallery.gallery} ${gallery.several}`}>
        <div className={`${gallery.plate} ${plate.plate} ${plate.sand}`}>
          <div className={gallery.photo}>
            <Picture
              photo={photo}
              alt={productName}
              width={800}
              height={1000}
              sizes="(max-width: 760px) 100vw, 600px"
              eager
              widths={DRAWN_WIDTHS}
            />
          </div>
        </div>
        <div className={own.thumbnails} />
      </div>
      <div className={styles.details}>
        <p className={`${styles.type} ${own.type}`} />
        <h1>
          {productName}{' '}
          <span className={styles.hindi} lang="hi">
            {hindiName}
          </span>
        </h1>
        <p className={styles.tagline}>{tagline}</p>
        <p className={own.loading}>{productWords.loading}</p>
      </div>
    </article>
  );
}
