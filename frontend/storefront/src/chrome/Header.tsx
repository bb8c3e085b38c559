import { Link } from 'react-router';
import { shop, when } from '#content/shop';
import { chromeWords } from '#words/chrome';
import { paths } from '../paths';
import { Icon } from '../ui/Icon';
import { CartLink } from './CartLink';
import { Drawer } from './Drawer';
import styles from './Header.module.css';
import { MainNav } from './MainNav';
import { SearchBar } from './SearchBar';
import { TopBar } from './TopBar';

/** The brand, the search, the cart link and the menus. On phones the menus are behind a menu button. */
export function Header() {
  return (
    <header>
      <TopBar />
      <div className={`wrap ${styles.row}`}>
        <Drawer />
        <Link className={styles.brand} to={paths.home}>
          <img src="/favicon.svg" alt="" width={58} height={58} />
          <span>
            <b>{shop.name}</b>
            <small>{shop.tagline}</small>
          </span>
        </Link>
        <SearchBar />
        <span className={styles.wishlist}>
          <Icon name="heart" />
          {chromeWords.wishlist}
        </span>
        <CartLink />
      </div>
      <nav className={styles.nav} aria-label={chromeWords.mainNav}>
        <div className="wrap">
          <MainNav />
          {when(
            shop.phone.href,
            <a className={styles.call} href={shop.phone.href}>
              <Icon name="phone" size={20} />
              {chromeWords.call}
            </a>,
            null,
          )}
        </div>
      </nav>
    </header>
  );
}
