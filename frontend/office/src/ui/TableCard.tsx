import type { ReactNode } from 'react';
import styles from './TableCard.module.css';

/** The parts of a card. */
export interface CardProps {
  /** The checkbox that selects the row. */
  box?: ReactNode;
  isSelected: boolean;
  children: ReactNode;
}

/** A row of a table, shown as a card on a phone. */
export function Card({ box, isSelected, children }: CardProps) {
  return (
    <li className={styles.card} data-selected={isSelected ? '' : undefined}>
      {box && <span className={styles.box}>{box}</span>}
      <div className={styles.body}>{children}</div>
    </li>
  );
}
