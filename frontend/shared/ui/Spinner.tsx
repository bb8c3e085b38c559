import type { ReactNode } from 'react';
import styles from './Spinner.module.css';

interface SpinnerProps {
  label: string;
  /** More information during the wait. */
  hint?: string | undefined;
  beside?: boolean;
  /** Other content that belongs to the wait. */
  children?: ReactNode;
}

/** Shows that something is loading: in place of the page, or small next to existing content. */
export function Spinner({ label, hint, beside = false, children }: SpinnerProps) {
  return (
    <div className={beside ? styles.beside : styles.spinner} role="status">
      <span className={styles.wheel} aria-hidden="true" />
      <span>{label}</span>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </div>
  );
}
