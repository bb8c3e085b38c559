import { homeWords } from '#words/home';
import { Icon } from '../../ui/Icon';
import styles from './Facts.module.css';

const { delivery, cash, returns, milling } = homeWords.facts;
const facts = [
  { icon: 'truck', ...delivery },
  { icon: 'coin', ...cash },
  { icon: 'return', ...returns },
  { icon: 'mill', ...milling },
] as const;

/** Delivery costs and promises of the shop. */
export function Facts() {
  return (
    <div className={styles.band}>
      <ul className={`wrap ${styles.facts}`}>
        {facts.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} size={34} />
            <span>
              <b>{title}</b>
              <small>{text}</small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
