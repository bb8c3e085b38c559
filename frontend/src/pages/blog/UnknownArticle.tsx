import { Link } from 'react-router';
import { blogMessages } from '../../messages/blog';
import { paths } from '../../paths';
import button from '../../ui/button.module.css';
import styles from './UnknownArticle.module.css';

/** Stands where an address names no article. */
export function UnknownArticle() {
  return (
    <div className={`wrap ${styles.notice}`}>
      <img src="/favicon.svg" alt="" width={72} height={72} />
      <h1>{blogMessages.notFound}</h1>
      <p>{blogMessages.notFoundText}</p>
      <Link className={button.outline} to={paths.blog}>
        {blogMessages.allArticles}
      </Link>
    </div>
  );
}
