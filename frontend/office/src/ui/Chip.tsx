import type { ReactNode } from 'react';
import type { Tone } from '../rules/order_states';
import styles from './Chip.module.css';

/** A status label. Its colour only repeats its text. */
export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles.chip} ${styles[tone]}`}>{children}</span>;
}
