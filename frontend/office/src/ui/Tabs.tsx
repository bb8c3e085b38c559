import { Link } from 'react-router';
import styles from './Tabs.module.css';

/** A part of a list that has an address of its own. */
export interface TabLook {
  to: string;
  label: string;
  isOpen: boolean;
  /** How many wait in it; nothing where nobody waits. */
  count?: number | undefined;
}

/** The parts of a list, over it. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly TabLook[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, label: name, isOpen, count }) => (
        <Link key={name} to={to} aria-current={isOpen ? 'page' : undefined} preventScrollReset>
          {name} {count !== undefined && <small>{count}</small>}
        </Link>
      ))}
    </nav>
  );
}
