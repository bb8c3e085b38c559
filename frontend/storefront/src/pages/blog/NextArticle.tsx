import { Link } from 'react-router';
import { articles } from '#content/articles';
import { blogWords } from '#words/blog';
import { paths } from '../../paths';
import { Icon } from '../../ui/Icon';
import styles from './NextArticle.module.css';

/** The link to the next article; after the last, to the first. */
export function NextArticle({ after }: { after: number }) {
  const next = articles[articles.findIndex(({ id }) => id === after) + 1] ?? articles[0];
  if (!next) return null;
  return (
    <nav className={styles.band} aria-label={blogWords.next}>
      <Link className={`wrap ${styles.link}`} to={paths.article(next.id)}>
        <span>
          <small>{blogWords.next}</small>
          <b>{next.title}</b>
          <span className={styles.text}>{next.description}</span>
        </span>
        <Icon name="right" size={34} />
      </Link>
    </nav>
  );
}
