import { Link } from 'react-router';
import { brand } from '#content/brand';
import { company } from '#content/company';
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

/** Where to turn with a question that a text left open. */
export function ReachUs({ heading, text, withAddress = false }: ReachUsProps) {
  return (
    <section className={styles.card}>
      <h2>{heading}</h2>
      <p>{text}</p>
      <ul className={styles.links}>
        <li>
          <a href={brand.phone.href}>
            <Icon name="phone" size={20} />
            {brand.phone.display}
          </a>
        </li>
        <li>
          <a href={company.mail.href}>
            <Icon name="mail" size={20} />
            {company.mail.display}
          </a>
        </li>
        <li>
          <Link to={paths.contact}>
            <Icon name="pin" size={20} />
            {contactWords.title}
          </Link>
        </li>
      </ul>
      {withAddress && (
        <address>
          {[company.legalName, ...company.address].map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      )}
    </section>
  );
}
