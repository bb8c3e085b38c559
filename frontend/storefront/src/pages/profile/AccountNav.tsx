import { NavLink } from 'react-router';
import { profileWords } from '#words/profile';
import { paths } from '../../paths';
import styles from './AccountNav.module.css';

const links = [
  [profileWords.orders, paths.account],
  [profileWords.addresses, paths.profile('addresses')],
  [profileWords.details, paths.profile('details')],
  [profileWords.reviews, paths.profile('reviews')],
  [profileWords.data, paths.profile('data')],
] as const;

/** Links to the pages of an account. */
export function AccountNav() {
  return (
    <nav className={styles.nav} aria-label={profileWords.navigation}>
      {links.map(([label, path]) => (
        <NavLink key={path} to={path} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
