import { Link } from 'react-router';
import { brand } from '#content/brand';
import { company } from '#content/company';
import { footerWords } from '#words/footer';
import { disclaimerWords } from '#words/disclaimer';
import { Icon } from '../ui/Icon';
import styles from './Footer.module.css';
import { type FooterLink, policyLinks, quickLinks } from './footer_links';
import { SocialLinks } from './SocialLinks';

/** Who sells here, how to reach them, and the way to everything else. */
export default function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.band} aria-hidden="true" />
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.shop}>
          <p className={styles.name}>
            {brand.name}{' '}
            <span lang="hi" className={styles.hindi}>
              {brand.hindiName}
            </span>
          </p>
          <p>{brand.tagline}</p>
          <SocialLinks />
        </div>
        <LinkList heading={footerWords.quick} links={quickLinks} long />
        <LinkList heading={footerWords.policies} links={policyLinks} />
        <Contact />
      </div>
      <div className={`wrap ${styles.small}`}>
        <p className={styles.licences}>
          <span>{company.foodLicence}</span> <span>{company.taxNumber}</span>
        </p>
        <p>{disclaimerWords.food}</p>
        <p>{footerWords.sampleNotice}</p>
      </div>
    </footer>
  );
}

interface LinkListProps {
  heading: string;
  links: readonly FooterLink[];
  /** Takes two columns where there is room. */
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

function Contact() {
  return (
    <div className={styles.contact}>
      <h2>{footerWords.contactHeading}</h2>
      <ul>
        <li>
          <a href={brand.phone.href}>
            <Icon name="phone" size={20} />
            {brand.phone.display}
          </a>
        </li>
        <li>
          <a href={brand.chat.href} rel="noreferrer">
            <Icon name="chat" size={20} />
            {brand.chat.display}
          </a>
        </li>
        <li>
          <a href={company.mail.href}>
            <Icon name="mail" size={20} />
            {company.mail.display}
          </a>
        </li>
      </ul>
      <p>{company.careHours}</p>
      <address>
        {company.legalName}
        {company.address.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </div>
  );
}
