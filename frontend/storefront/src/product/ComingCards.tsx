import plate from '../ui/plate.module.css';
import styles from './ComingCards.module.css';
import card from './ProductCard.module.css';

/** Placeholders of product cards in their size, so that nothing moves when the cards load. */
export function ComingCards({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- nothing tells the places apart, and none ever moves
    <li key={index} className={card.card} aria-hidden="true">
      <div className={`${plate.plate} ${styles.plate}`} />
      <div className={styles.words}>
        <span className={styles.name} />
        <span className={styles.line} />
        <span className={styles.price} />
      </div>
      <div className={styles.button} />
    </li>
  ));
}
