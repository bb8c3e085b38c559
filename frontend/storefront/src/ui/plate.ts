import styles from './plate.module.css';

const grounds = [styles.haldi, styles.sand, styles.rose, styles.neel, styles.leaf, styles.clay];

/** The class of the coloured background behind a product's picture, derived from its id. */
export function plateClass(id: string): string {
  const sum = [...id].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return `${styles.plate} ${grounds[sum % grounds.length]}`;
}
