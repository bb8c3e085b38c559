import { useCart } from '../../stores/cart';
import { Picture } from '../../ui/Picture';
import { reviewDraft } from './draft';
import styles from './ReviewedPack.module.css';

/** The picture of the reviewed pack, or the shop's seal until its name is typed. */
export function ReviewedPack() {
  const name = reviewDraft.useDraft((state) => state.values.productname.trim().toLowerCase());
  const product = useCart(({ data }) => data.find(({ productName }) => productName.toLowerCase() === name));
  return (
    <div className={styles.arch}>
      <Picture
        key={product?._id}
        photo={product?.photo}
        alt=""
        width={320}
        height={400}
        sizes="320px"
        className={product ? styles.pack : styles.seal}
      />
    </div>
  );
}
