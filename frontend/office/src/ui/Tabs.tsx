import { Link } from 'react-router';
import styles from './Tabs.module.css';

/** A tab with its own address. */
export interface TabLook {
  to: string;
  label: string;
  isOpen: boolean;
  /** The number of waiting items, if any. */
  count?: number | undefined;
}

/** The tabs over a list. */
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
