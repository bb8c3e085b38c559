import { NavLink } from 'react-router';
import { chromeWords } from '#words/chrome';
import { paths } from '../paths';
import { useProductList } from '../stores/cart';
import styles from './MainNav.module.css';
import { NavMenu } from './NavMenu';
import { pageLinks } from './page_links';
import { listed, productMenus } from './product_menus';

/** The menus of wide screens. */
export function MainNav() {
  const { data: products } = useProductList();
  return (
    <ul className={styles.list}>
      <li>
        <NavLink className={styles.item} to={paths.home} end>
          {chromeWords.home}
        </NavLink>
      </li>
      {productMenus.map(({ label, type, all }) => (
        <li key={type}>
          <NavMenu
            label={label}
            products={listed(products, type)}
            all={{ label: all, path: paths.shopOf({ type }) }}
          />
        </li>
      ))}
      {pageLinks.map(({ label, path }) => (
        <li key={path}>
          <NavLink className={styles.item} to={path}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
