import type { ReactNode } from 'react';
import type { Tone } from '../rules/order_states';
import styles from './Chip.module.css';

/** A state in a word; its colour only repeats what the word says. */
export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles.chip} ${styles[tone]}`}>{children}</span>;
}
