import { Link, useLocation } from 'react-router';
import styles from './AccountView.module.css';

/** Where else a shopper on one of the account's pages may want to go. */
export function AccountLinks({ links }: { links: readonly (readonly [string, string])[] }) {
  const { state } = useLocation();
  return (
    <p className={styles.links}>
      {links.map(([label, path]) => (
        <Link key={path} to={path} state={state}>
          {label}
        </Link>
      ))}
    </p>
  );
}
