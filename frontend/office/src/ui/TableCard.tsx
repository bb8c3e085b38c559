import type { ReactNode } from 'react';
import styles from './TableCard.module.css';

/** What a card is made of. */
export interface CardProps {
  /** The box that selects it. */
  box?: ReactNode;
  isSelected: boolean;
  children: ReactNode;
}

/** A row of a table on a phone. */
export function Card({ box, isSelected, children }: CardProps) {
  return (
    <li className={styles.card} data-selected={isSelected ? '' : undefined}>
      {box && <span className={styles.box}>{box}</span>}
      <div className={styles.body}>{children}</div>
    </li>
  );
}
