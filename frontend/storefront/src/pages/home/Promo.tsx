import { Link } from 'react-router';
import { homeSectionWords } from '#words/home_sections';
import { paths } from '../../paths';
import styles from './Promo.module.css';

/** The promotion band. */
export function Promo() {
  return (
    <section className={styles.promo} aria-labelledby="promo-heading">
      <div className={`${styles.picture} later`} aria-hidden="true" />
      <div className={`wrap ${styles.words}`}>
        <h2 id="promo-heading">{homeSectionWords.promoHeading}</h2>
        <p>{homeSectionWords.promoText}</p>
        <Link className={styles.link} to={paths.shop}>
          {homeSectionWords.promoLink}
        </Link>
      </div>
    </section>
  );
}
