import styles from './Starting.module.css';

/** While the first page is on its way. */
export function Starting() {
  return (
    <p className={styles.starting} role="status">
      Opening the office…
    </p>
  );
}
