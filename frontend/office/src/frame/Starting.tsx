import styles from './Starting.module.css';

/** Shown while the first page loads. */
export function Starting() {
  return (
    <p className={styles.starting} role="status">
      Opening the office…
    </p>
  );
}
