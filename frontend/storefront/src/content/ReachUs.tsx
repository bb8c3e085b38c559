import { Link } from 'react-router';
import { said, shop } from '#content/shop';
import { contactWords } from '#words/contact';
import { paths } from '../paths';
import { Icon } from '../ui/Icon';
import styles from './ReachUs.module.css';

interface ReachUsProps {
  heading: string;
  text: string;
  /** Also says who and where the shop is, as the policies must. */
  withAddress?: boolean;
}

/** By which a person is reached at once. */
const ways = [
  ['phone', shop.phone],
  ['mail', shop.mail],
] as const;

/** Where to turn with a question that a text left open. */
export function ReachUs({ heading, text, withAddress = false }: ReachUsProps) {
  return (
    <section className={styles.card}>
      <h2>{heading}</h2>
      <p>{text}</p>
      <ul className={styles.links}>
        {ways.map(([icon, { display, href }]) =>
          said(
            display,
            <li key={icon}>
              <a href={href}>
                <Icon name={icon} size={20} />
                {display}
              </a>
            </li>,
            null,
          ),
        )}
        <li>
          <Link to={paths.contact}>
            <Icon name="pin" size={20} />
            {contactWords.title}
          </Link>
        </li>
      </ul>
      {withAddress && (
        <address>
          {[shop.legalName, ...shop.address].map((line) => said(line, <span key={line}>{line}</span>, null))}
        </address>
      )}
    </section>
  );
}
