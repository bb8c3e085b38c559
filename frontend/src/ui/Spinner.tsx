import styles from './Spinner.module.css';

/** Says that something is on its way: in place of the page, or small beside what is there already. */
export function Spinner({ label, beside = false }: { label: string; beside?: boolean }) {
  return (
    <div className={beside ? styles.beside : styles.spinner} role="status">
      <span className={styles.wheel} aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}
