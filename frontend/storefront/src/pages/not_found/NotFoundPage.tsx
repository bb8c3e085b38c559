import { Link } from 'react-router';
import { brand } from '#content/brand';
import { company } from '#content/company';
import { usePageHead } from '../../navigation/use_page_head';
import { useQuery } from '../../navigation/use_query';
import { notFoundWords } from '#words/not_found';
import { paths } from '../../paths';
import button from 'shared/ui/button.module.css';
import { Icon } from '../../ui/Icon';
import styles from './NotFoundPage.module.css';
import { NothingFound } from './NothingFound';

const texts = notFoundWords;

/** Where every path leads that is not a page, and every search that finds no product. */
export default function NotFoundPage() {
  usePageHead(texts.heading, texts.text);
  const query = useQuery().get('q')?.trim();
  return (
    <div className={`wrap ${styles.page}`}>
      <p className={styles.digits} aria-hidden="true">
        404
      </p>
      <h1>{texts.heading}</h1>
      {query ? (
        <>
          <p className={styles.query}>{texts.nothingFor(query)}</p>
          <p>{texts.searchHint}</p>
        </>
      ) : (
        <p>{texts.text}</p>
      )}
      <Link className={button.primary} to={paths.home}>
        {texts.home}
      </Link>
      <p className={styles.contact}>
        <a href={brand.phone.href}>
          <Icon name="phone" size={20} />
          {brand.phone.display}
        </a>
        <a href={company.mail.href}>
          <Icon name="mail" size={20} />
          {company.mail.display}
        </a>
      </p>
      {query && <NothingFound query={query} />}
    </div>
  );
}
