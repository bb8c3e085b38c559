import { productWords } from '#words/product';
import { Icon } from '../../ui/Icon';
import styles from './BuyingFacts.module.css';

/** What an order costs besides the pack, where it is decided. */
export function BuyingFacts() {
  return (
    <ul className={styles.facts}>
      {productWords.buying.map(({ icon, text }) => (
        <li key={icon}>
          <Icon name={icon} size={26} />
          {text}
        </li>
      ))}
    </ul>
  );
}
