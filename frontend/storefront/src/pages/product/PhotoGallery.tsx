import { useState } from 'react';
import type { Card } from '../../api/types';
import { productWords } from '#words/product';
import { sliderWords } from '#words/slider';
import { PauseButton } from 'shared/ui/PauseButton';
import { Picture } from '../../ui/Picture';
import { plateClass } from '../../ui/plate';
import { useRotation } from 'shared/ui/use_rotation';
import { useSwipe } from 'shared/ui/use_swipe';
import styles from './PhotoGallery.module.css';
import preview from './ProductPreview.module.css';
import { Thumbnails } from './Thumbnails';

const PHOTO_MS = 3000;

interface PhotoGalleryProps {
  product: Card;
  /** All photos; undefined while only the first is known. */
  photos: readonly string[] | undefined;
}

/** The photos of a product: one at a time in large, with thumbnails of all. */
export function PhotoGallery({ product: { _id, productName, photo }, photos: all }: PhotoGalleryProps) {
  // A product without photos shows the shop's seal.
  const photos = all?.length ? all : [photo ?? ''];
  const rotation = useRotation(photos.length, PHOTO_MS);
  const swipe = useSwipe(rotation.turn);
  const several = photos.length > 1;
  const coming = !all && photo !== null;
  return (
    <section
      className={several || coming ? `${styles.gallery} ${styles.several}` : styles.gallery}
      aria-roledescription={sliderWords.carousel}
      aria-label={productWords.photosOf(productName)}
      {...rotation.holding}
    >
      {several && (
        <div className={styles.pause}>
          <PauseButton playing={rotation.playing} onToggle={rotation.toggle} />
        </div>
      )}
      <div
        className={`${styles.plate} ${plateClass(_id)}`}
        aria-live={rotation.moving ? 'off' : 'polite'}
        {...(several && swipe)}
      >
        {photos.map((each, index) => (
          <Photo
            key={each}
            photo={each}
            alt={productName}
            name={productWords.photo(index + 1, photos.length)}
            shown={index === rotation.shown}
            soon={index === (rotation.shown + 1) % photos.length}
            first={index === 0}
          />
        ))}
      </div>
      {several && <Thumbnails id={_id} photos={photos} shown={rotation.shown} onChoose={rotation.show} />}
      {coming && <div className={preview.thumbnails} />}
    </section>
  );
}

interface PhotoProps {
  photo: string;
  alt: string;
  name: string;
  shown: boolean;
  /** True if the photo is next, so that it may load. */
  soon: boolean;
  first: boolean;
}

function Photo({ photo, alt, name, shown, soon, first }: PhotoProps) {
  const [wanted, setWanted] = useState(shown);
  if ((shown || soon) && !wanted) setWanted(true);
  return (
    <div
      className={styles.photo}
      role="group"
      aria-roledescription={sliderWords.slide}
      aria-label={name}
      inert={!shown}
    >
      {wanted && (
        <Picture
          photo={photo}
          alt={alt}
          width={800}
          height={1000}
          sizes="(max-width: 760px) 100vw, 600px"
          eager={first}
        />
      )}
    </div>
  );
}
