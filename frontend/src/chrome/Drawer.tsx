import { useState } from 'react';
import { NavLink } from 'react-router';
import { brand } from '../brand';
import { messages } from '../messages';
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
        aria-label={messages.chrome.openMenu}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" size={26} />
      </button>
      <Dialog open={open} title={messages.chrome.menu} shape="drawer" onClose={close}>
        <nav className={styles.nav} aria-label={messages.chrome.mainNav}>
          <NavLink to={paths.home} end onClick={close}>
            {messages.chrome.home}
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
            {messages.chrome.cart}
          </NavLink>
          <AccountControl onLeave={close} />
          <a href={brand.phone.href}>
            <Icon name="phone" size={20} />
            {messages.chrome.call}
          </a>
        </nav>
      </Dialog>
    </>
  );
}
