import { Link } from 'react-router';
import { usePageHead } from '../../navigation/use_page_head';
import { useQuery } from '../../navigation/use_query';
import { notFoundWords } from '#words/not_found';
import { paths } from '../../paths';
import button from 'shared/ui/button.module.css';
import { PhoneAndMail } from '../../content/PhoneAndMail';
import styles from './NotFoundPage.module.css';
import { NothingFound } from './NothingFound';

const texts = notFoundWords;

/** The page for unknown paths, and for searches without a result. */
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
        <PhoneAndMail />
      </p>
      {query && <NothingFound query={query} />}
    </div>
  );
}
