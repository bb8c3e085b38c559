import { NavLink } from 'react-router';
import { when } from '#content/shop';
import { chromeWords } from '#words/chrome';
import { Icon } from '../ui/Icon';
import { AccountControl } from './AccountControl';
import { Disclosure } from './Disclosure';
import { helpLinks, infoLinks } from './page_links';
import styles from './TopBar.module.css';

/** Shop information, contact and account. On phones the drawer has them. */
export function TopBar() {
  return (
    <div className={styles.bar}>
      <div className="wrap">
        <p>{chromeWords.delivery}</p>
        <nav aria-label={chromeWords.shopInfo}>
          <ul className={styles.links}>
            {infoLinks.map(({ label, path }) => (
              <li key={path}>
                <NavLink className={styles.item} to={path}>
                  {label}
                </NavLink>
              </li>
            ))}
            <li>
              <HelpMenu />
            </li>
          </ul>
        </nav>
        <AccountControl className={styles.item} />
      </div>
    </div>
  );
}

function HelpMenu() {
  return (
    <Disclosure label={chromeWords.help} className={styles.item} side="end">
      {(close) =>
        helpLinks.map(({ label, href, icon }) =>
          when(
            href,
            <li key={href}>
              <a href={href} onClick={close}>
                <Icon name={icon} size={20} />
                {label}
              </a>
            </li>,
            null,
          ),
        )
      }
    </Disclosure>
  );
}
