import { useState } from 'react';
import type { Product } from '../../api/types';
import { productMessages } from '../../messages/product';
import { Picture } from '../../ui/Picture';
import { plateClass } from '../../ui/plate';
import styles from './PhotoGallery.module.css';

/** The photos of a product: one large, all others a tap away. */
export function PhotoGallery({ product }: { product: Product }) {
  const [shown, setShown] = useState(0);
  const { _id, productName, photos } = product;
  return (
    <div className={styles.gallery}>
      <div className={`${styles.plate} ${plateClass(_id)}`}>
        <Picture
          key={photos[shown]}
          photo={photos[shown]}
          alt={productName}
          width={800}
          height={1000}
          sizes="(max-width: 760px) 100vw, 600px"
          eager
        />
      </div>
      {photos.length > 1 && (
        <ul className={styles.thumbnails} aria-label={productMessages.photos}>
          {photos.map((photo, index) => (
            <li key={photo}>
              <button
                type="button"
                aria-label={productMessages.photo(index + 1, photos.length)}
                aria-current={index === shown || undefined}
                className={plateClass(_id)}
                onClick={() => setShown(index)}
              >
                <Picture photo={photo} alt="" width={80} height={100} sizes="80px" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
