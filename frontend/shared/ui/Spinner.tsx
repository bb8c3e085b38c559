import type { ReactNode } from 'react';
import styles from './Spinner.module.css';

interface SpinnerProps {
  label: string;
  /** What the user may want to know meanwhile. */
  hint?: string | undefined;
  beside?: boolean;
  /** What else belongs to the wait. */
  children?: ReactNode;
}

/** Says that something is on its way: in place of the page, or small beside what is there already. */
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
