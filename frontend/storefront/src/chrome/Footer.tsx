import { Link } from 'react-router';
import { shop, when } from '#content/shop';
import { footerWords } from '#words/footer';
import { disclaimerWords } from '#words/disclaimer';
import { Icon } from '../ui/Icon';
import styles from './Footer.module.css';
import { type FooterLink, policyLinks, quickLinks } from './footer_links';
import { SocialLinks } from './SocialLinks';

/** The footer: the shop's details, contact and links. */
export default function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.band} aria-hidden="true" />
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.shop}>
          <p className={styles.name}>
            {shop.name}{' '}
            {when(
              shop.hindiName,
              <span lang="hi" className={styles.hindi}>
                {shop.hindiName}
              </span>,
              null,
            )}
          </p>
          {when(shop.tagline, <p>{shop.tagline}</p>, null)}
          <SocialLinks />
        </div>
        <LinkList heading={footerWords.quick} links={quickLinks} long />
        <LinkList heading={footerWords.policies} links={policyLinks} />
        <Contact />
      </div>
      <div className={`wrap ${styles.small}`}>
        <p className={styles.licences}>
          <span>{disclaimerWords.foodLicence(shop.foodLicence)}</span>{' '}
          {when(shop.taxNumber, <span>{footerWords.taxNumber(shop.taxNumber)}</span>, null)}{' '}
          <span>{footerWords.origin(shop.countryOfOrigin)}</span>
        </p>
        <p>{disclaimerWords.food}</p>
        {when(shop.sample, <p>{footerWords.sampleNotice}</p>, null)}
      </div>
    </footer>
  );
}

interface LinkListProps {
  heading: string;
  links: readonly FooterLink[];
  /** Spans two columns where there is room. */
  long?: boolean;
}

function LinkList({ heading, links, long = false }: LinkListProps) {
  return (
    <nav className={long ? `${styles.links} ${styles.quick}` : styles.links} aria-label={heading}>
      <h2>{heading}</h2>
      <ul>
        {links.map(({ label, path }) => (
          <li key={path}>
            <Link to={path}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The contact links. */
const ways = [
  ['phone', shop.phone],
  ['chat', shop.chat],
  ['mail', shop.mail],
] as const;

function Contact() {
  return (
    <div className={styles.contact}>
      <h2>{footerWords.contactHeading}</h2>
      <ul>
        {ways.map(([icon, { display, href }]) =>
          when(
            display,
            <li key={icon}>
              <a href={href} rel="noreferrer">
                <Icon name={icon} size={20} />
                {display}
              </a>
            </li>,
            null,
          ),
        )}
      </ul>
      {when(shop.careHours, <p>{shop.careHours}</p>, null)}
      <address>
        {shop.legalName}
        {shop.address.map((line) => when(line, <span key={line}>{line}</span>, null))}
      </address>
    </div>
  );
}
