import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { shop, when } from '#content/shop';
import { chromeWords } from '#words/chrome';
import { drawerWords } from '#words/drawer';
import { paths } from '../paths';
import { useCart } from '../stores/cart';
import { useSession } from '../stores/session';
import { Dialog } from '../ui/Dialog';
import { Icon } from '../ui/Icon';
import { AccountControl } from './AccountControl';
import styles from './DrawerPanel.module.css';
import { helpLinks, infoLinks, pageLinks } from './page_links';
import { listed, productMenus } from './product_menus';

/** The properties that the button passes to the drawer. */
export interface DrawerPanelProps {
  open: boolean;
  onClose: () => void;
}

/** The drawer, with everything of the top bar and the main navigation of wide screens. */
export function DrawerPanel({ open, onClose }: DrawerPanelProps) {
  return (
    <Dialog open={open} title={chromeWords.menu} shape="drawer" onClose={onClose}>
      <Menu onLeave={onClose} />
    </Dialog>
  );
}

function Menu({ onLeave }: { onLeave: () => void }) {
  const products = useCart((state) => state.data);
  const isLoginUser = useSession((state) => state.isLoginUser);
  const linkTo = ({ label, path }: { label: string; path: string }) => (
    <NavLink key={path} to={path} end={path === paths.home} onClick={onLeave}>
      {label}
    </NavLink>
  );
  return (
    <nav className={styles.nav} aria-label={chromeWords.mainNav}>
      {linkTo({ label: chromeWords.home, path: paths.home })}
      {linkTo({ label: drawerWords.shopAll, path: paths.shop })}
      {productMenus.map(({ label, type, all }) => (
        <Fold key={type} label={label}>
          {listed(products, type).map(({ _id, productName }) => (
            <li key={_id}>{linkTo({ label: productName, path: paths.product(_id) })}</li>
          ))}
          <li className={styles.all}>
            <Link to={paths.shopOf({ type })} onClick={onLeave}>
              {all}
            </Link>
          </li>
        </Fold>
      ))}
      {[...pageLinks, { label: drawerWords.blog, path: paths.blog }, ...infoLinks].map(linkTo)}
      <Fold label={chromeWords.help}>
        {helpLinks.map(({ label, href, icon }) =>
          when(
            href,
            <li key={href}>
              <a href={href}>
                <Icon name={icon} size={20} />
                {label}
              </a>
            </li>,
            null,
          ),
        )}
      </Fold>
      {linkTo({ label: chromeWords.cart, path: paths.cart })}
      {linkTo({ label: drawerWords.track, path: paths.track })}
      {isLoginUser && linkTo({ label: drawerWords.orders, path: paths.account })}
      <AccountControl onLeave={onLeave} />
      {when(
        shop.phone.href,
        <a href={shop.phone.href}>
          <Icon name="phone" size={20} />
          {chromeWords.call}
        </a>,
        null,
      )}
      <span>
        <Icon name="heart" size={20} />
        {chromeWords.wishlist}
      </span>
    </nav>
  );
}

function Fold({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details name="menu">
      <summary>
        {label}
        <Icon name="down" size={20} />
      </summary>
      <ul>{children}</ul>
    </details>
  );
}
