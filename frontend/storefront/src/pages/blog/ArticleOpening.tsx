import { Link } from 'react-router';
import type { Article } from '#content/articles';
import { blogWords } from '#words/blog';
import { language } from '#words/language';
import { paths } from '../../paths';
import { Icon } from '../../ui/Icon';
import styles from './ArticleOpening.module.css';
import { ArticlePicture } from './ArticlePicture';

const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });

/** The title of an article, beside its picture. */
export function ArticleOpening({ article }: { article: Article }) {
  return (
    <header className={`${styles.opening} ${styles[article.tone]}`}>
      <div className={`wrap ${styles.columns}`}>
        <div>
          <Link className={styles.back} to={paths.blog}>
            <Icon name="left" size={20} />
            {blogWords.allArticles}
          </Link>
          <p className={styles.names}>
            <span className={styles.hindi} lang="hi">
              {article.hindiName}
            </span>
            <i lang="la">{article.latinName}</i>
          </p>
          <h1>{article.title}</h1>
          <p className={styles.standfirst}>{article.description}</p>
          <p className={styles.date}>
            <time dateTime={article.published}>{day.format(new Date(article.published))}</time>
            {` · ${blogWords.minutes(article.minutes)}`}
          </p>
        </div>
        <ArticlePicture article={article} sizes="(max-width: 900px) 100vw, 660px" eager />
      </div>
      <div className={styles.band} aria-hidden="true" />
    </header>
  );
}
