import { Link } from 'react-router';
import { shop, when } from '#content/shop';
import { contactWords } from '#words/contact';
import { paths } from '../paths';
import { Icon } from '../ui/Icon';
import { PhoneAndMail } from './PhoneAndMail';
import styles from './ReachUs.module.css';

interface ReachUsProps {
  heading: string;
  text: string;
  /** True to show the shop's name and address, which policies must have. */
  withAddress?: boolean;
}

/** The contact card below a text. */
export function ReachUs({ heading, text, withAddress = false }: ReachUsProps) {
  return (
    <section className={styles.card}>
      <h2>{heading}</h2>
      <p>{text}</p>
      <ul className={styles.links}>
        <PhoneAndMail asItems />
        <li>
          <Link to={paths.contact}>
            <Icon name="pin" size={20} />
            {contactWords.title}
          </Link>
        </li>
      </ul>
      {withAddress && (
        <address>
          {[shop.legalName, ...shop.address].map((line) => when(line, <span key={line}>{line}</span>, null))}
        </address>
      )}
    </section>
  );
}
