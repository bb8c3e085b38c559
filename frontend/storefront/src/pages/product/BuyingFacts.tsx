import { productWords } from '#words/product';
import { Icon } from '../../ui/Icon';
import styles from './BuyingFacts.module.css';

const { delivery, cash, returns } = productWords.buying;
const facts = [
  { icon: 'truck', text: delivery },
  { icon: 'coin', text: cash },
  { icon: 'return', text: returns },
] as const;

/** The costs of an order besides the packs. */
export function BuyingFacts() {
  return (
    <ul className={styles.facts}>
      {facts.map(({ icon, text }) => (
        <li key={icon}>
          <Icon name={icon} size={26} />
          {text}
        </li>
      ))}
    </ul>
  );
}
