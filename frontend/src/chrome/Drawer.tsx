import { useState } from 'react';
import { NavLink } from 'react-router';
import { brand } from '../brand';
import { chromeMessages } from '../messages/chrome';
import { paths } from '../paths';
import { useCart } from '../stores/cart';
import { Dialog } from '../ui/Dialog';
import { Icon } from '../ui/Icon';
import { AccountControl } from './AccountControl';
import styles from './Drawer.module.css';
import { pageLinks } from './page_links';
import { productMenus } from './product_menus';

/** The menus of phones: a button, and a drawer from the side. */
export function Drawer() {
  const [open, setOpen] = useState(false);
  const products = useCart((state) => state.data);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={chromeMessages.openMenu}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" size={26} />
      </button>
      <Dialog open={open} title={chromeMessages.menu} shape="drawer" onClose={close}>
        <nav className={styles.nav} aria-label={chromeMessages.mainNav}>
          <NavLink to={paths.home} end onClick={close}>
            {chromeMessages.home}
          </NavLink>
          {productMenus.map(({ label, type }) => (
            <details key={type} name="products">
              <summary>
                {label}
                <Icon name="down" size={20} />
              </summary>
              <ul>
                {products
                  .filter((product) => product.type === type)
                  .map((product) => (
                    <li key={product._id}>
                      <NavLink to={paths.product(product._id)} onClick={close}>
                        {product.productName}
                      </NavLink>
                    </li>
                  ))}
              </ul>
            </details>
          ))}
          {pageLinks.map(({ label, path }) => (
            <NavLink key={path} to={path} onClick={close}>
              {label}
            </NavLink>
          ))}
          <NavLink to={paths.cart} onClick={close}>
            {chromeMessages.cart}
          </NavLink>
          <AccountControl onLeave={close} />
          <a href={brand.phone.href}>
            <Icon name="phone" size={20} />
            {chromeMessages.call}
          </a>
        </nav>
      </Dialog>
    </>
  );
}
