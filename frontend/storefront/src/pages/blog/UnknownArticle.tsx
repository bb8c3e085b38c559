import { Link } from 'react-router';
import { blogWords } from '#words/blog';
import { paths } from '../../paths';
import button from 'shared/ui/button.module.css';
import styles from './UnknownArticle.module.css';

/** The notice for an address without an article. */
export function UnknownArticle() {
  return (
    <div className={`wrap ${styles.notice}`}>
      <img src="/favicon.svg" alt="" width={72} height={72} />
      <h1>{blogWords.notFound}</h1>
      <p>{blogWords.notFoundText}</p>
      <Link className={button.outline} to={paths.blog}>
        {blogWords.allArticles}
      </Link>
    </div>
  );
}
