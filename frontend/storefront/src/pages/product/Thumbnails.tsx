import { productWords } from '#words/product';
import { Picture } from '../../ui/Picture';
import { plateClass } from '../../ui/plate';
import styles from './Thumbnails.module.css';

interface ThumbnailsProps {
  /** The id of the product. */
  id: string;
  photos: readonly string[];
  shown: number;
  onChoose: (index: number) => void;
}

/** The thumbnails of all photos. Dots would not show their content. */
export function Thumbnails({ id, photos, shown, onChoose }: ThumbnailsProps) {
  return (
    <ul className={styles.thumbnails} aria-label={productWords.photos}>
      {photos.map((photo, index) => (
        <li key={photo}>
          <button
            type="button"
            aria-label={productWords.showPhoto(index + 1, photos.length)}
            aria-current={index === shown || undefined}
            className={plateClass(id)}
            onClick={() => onChoose(index)}
          >
            <Picture photo={photo} alt="" width={80} height={100} sizes="80px" />
          </button>
        </li>
      ))}
    </ul>
  );
}
