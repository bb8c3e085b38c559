import { Link } from 'react-router';
import { blogWords } from '#words/blog';
import { paths } from '../../paths';
import { useCart } from '../../stores/cart';
import { Picture } from '../../ui/Picture';
import { plateClass } from '../../ui/plate';
import styles from './ProductOfArticle.module.css';

/** The product that an article is about, if the shop sells it. */
export function ProductOfArticle({ id }: { id: string }) {
  const product = useCart(({ data }) => data.find(({ _id }) => _id === id));
  if (!product) return null;
  return (
    <aside className={styles.product} aria-label={blogWords.inTheShop}>
      <div className={`${plateClass(product._id)} ${styles.plate}`}>
        <Picture photo={product.photo} alt="" width={400} height={500} sizes="120px" />
      </div>
      <div>
        <p className={styles.where}>{blogWords.inTheShop}</p>
        <p className={styles.name}>{product.productName}</p>
        <p>{product.tagline}</p>
        <Link className={styles.link} to={paths.product(product._id)}>
          {blogWords.seeProduct(product.productName)}
        </Link>
      </div>
    </aside>
  );
}
