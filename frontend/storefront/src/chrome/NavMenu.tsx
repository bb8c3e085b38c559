import { Link, NavLink } from 'react-router';
import type { Card } from '../api/types';
import { paths } from '../paths';
import { Disclosure } from './Disclosure';
import styles from './MainNav.module.css';

interface NavMenuProps {
  label: string;
  products: readonly Card[];
  /** The last link, to all products of the menu's kind. */
  all: { label: string; path: string };
}

/** A menu of the main navigation that lists products. */
export function NavMenu({ label, products, all }: NavMenuProps) {
  return (
    <Disclosure label={label} className={styles.item}>
      {(close) => (
        <>
          {products.map(({ _id, productName }) => (
            <li key={_id}>
              <NavLink to={paths.product(_id)} onClick={close}>
                {productName}
              </NavLink>
            </li>
          ))}
          <li className={styles.all}>
            <Link to={all.path} onClick={close}>
              {all.label}
            </Link>
          </li>
        </>
      )}
    </Disclosure>
  );
}
