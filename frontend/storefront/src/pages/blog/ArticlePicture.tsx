import type { Article } from '#content/articles';
import { Picture } from '../../ui/Picture';
import styles from './ArticlePicture.module.css';

interface ArticlePictureProps {
  article: Article;
  sizes: string;
  eager?: boolean;
}

/** The picture of an article, on a plate of its own colour. */
export function ArticlePicture({ article, sizes, eager = false }: ArticlePictureProps) {
  return (
    <div className={`${styles.plate} ${styles[article.tone]}`}>
      <div className={eager ? styles.picture : `${styles.picture} later`}>
        <Picture
          photo={article.image}
          alt={article.imageText}
          width={960}
          height={640}
          widths={[480, 720, 960]}
          sizes={sizes}
          eager={eager}
        />
      </div>
    </div>
  );
}
