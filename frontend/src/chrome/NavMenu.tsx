import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { NavLink } from 'react-router';
import type { Product } from '../api/types';
import { paths } from '../paths';
import { preloadPage } from '../routes';
import { Icon } from '../ui/Icon';
import styles from './MainNav.module.css';

/** A button that shows and hides a list of links (the disclosure pattern: these are links, not a menu of commands). */
export function NavMenu({ label, products }: { label: string; products: readonly Product[] }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  }

  function closeOnLeaving(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the button and the links within
    <div onKeyDown={closeOnEscape} onBlur={closeOnLeaving}>
      <button
        ref={button}
        type="button"
        className={styles.item}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        {label}
        <Icon name="down" size={20} />
      </button>
      <ul id={listId} className={styles.panel} hidden={!open}>
        {products.map((product) => (
          <li key={product._id}>
            <NavLink
              to={paths.product(product._id)}
              onClick={() => setOpen(false)}
              onPointerEnter={() => preloadPage(paths.product(product._id))}
            >
              {product.productName}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
