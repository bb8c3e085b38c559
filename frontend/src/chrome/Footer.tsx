import { brand } from '../brand';
import { chromeMessages } from '../messages/chrome';
import { generalMessages } from '../messages/general';
import { Icon } from '../ui/Icon';
import styles from './Footer.module.css';

/** Who sells here and how to reach them. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.band} aria-hidden="true" />
      <div className={`wrap ${styles.columns}`}>
        <div>
          <p className={styles.name}>
            {brand.name}{' '}
            <span lang="hi" className={styles.hindi}>
              {brand.hindiName}
            </span>
          </p>
          <p>{brand.tagline}</p>
        </div>
        <address>
          {brand.legalName}
          {brand.address.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <div className={styles.contact}>
          <a href={brand.phone.href}>
            <Icon name="phone" size={20} />
            {brand.phone.display}
          </a>
          <a href={brand.mail.href}>
            <Icon name="mail" size={20} />
            {brand.mail.display}
          </a>
        </div>
        <div>
          <p>{brand.foodLicence}</p>
          <p>{brand.taxNumber}</p>
        </div>
      </div>
      <div className={`wrap ${styles.small}`}>
        <p>{generalMessages.disclaimer}</p>
        <p>{chromeMessages.sampleNotice}</p>
      </div>
    </footer>
  );
}
