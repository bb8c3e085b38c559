import { shop } from '#content/shop';
import { contactWords } from '#words/contact';
import { PhoneAndMail } from '../../content/PhoneAndMail';
import { Icon } from '../../ui/Icon';
import styles from './Whereabouts.module.css';

const texts = contactWords;
const place = encodeURIComponent(`${shop.legalName}, ${shop.addressLine}`);

/** The shop's address with a map. The text is complete without the map. */
export function Whereabouts() {
  return (
    <section className={styles.place} aria-labelledby="place-heading">
      <div className={styles.words}>
        <h2 id="place-heading">{texts.findUs}</h2>
        <address>
          {shop.legalName}
          {shop.address.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <p className={styles.links}>
          <PhoneAndMail />
          <a href={`https://www.google.com/maps/search/?api=1&query=${place}`}>
            <Icon name="pin" size={20} />
            {texts.openMap}
          </a>
        </p>
      </div>
      <iframe
        className={styles.map}
        src={`https://www.google.com/maps?q=${place}&output=embed`}
        title={texts.map}
        width={600}
        height={360}
        loading="lazy"
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the map needs both, and as another site's page it cannot lift them
        sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer-when-downgrade"
      />
    </section>
  );
}
