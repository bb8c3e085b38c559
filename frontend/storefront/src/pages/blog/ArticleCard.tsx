import { Link } from 'react-router';
import type { Article } from '#content/articles';
import { blogWords } from '#words/blog';
import { paths } from '../../paths';
import { Icon } from '../../ui/Icon';
import styles from './ArticleCard.module.css';
import { ArticlePicture } from './ArticlePicture';

/** An article in the list. A tap anywhere on the card opens it. */
export function ArticleCard({ article, first = false }: { article: Article; first?: boolean }) {
  return (
    <li className={styles.card}>
      <ArticlePicture article={article} sizes="(max-width: 760px) calc(100vw - 32px), 640px" eager={first} />
      <p className={styles.hindi} lang="hi">
        {article.hindiName}
      </p>
      <h2>{article.title}</h2>
      <p className={styles.text}>{article.description}</p>
      <Link className={styles.link} to={paths.article(article.id)}>
        {blogWords.readMore}
        <span className="visuallyHidden"> {blogWords.about(article.title)}</span>
        <Icon name="right" size={20} />
      </Link>
    </li>
  );
}
