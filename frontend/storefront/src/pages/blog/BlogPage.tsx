import { usePageHead } from '../../navigation/use_page_head';
import { articles } from '#content/articles';
import { Opening } from '../../content/Opening';
import { blogWords } from '#words/blog';
import { ArticleCard } from './ArticleCard';
import styles from './BlogPage.module.css';

/** The list of all articles. */
export default function BlogPage() {
  usePageHead(blogWords.title, blogWords.description);
  return (
    <>
      <Opening title={blogWords.title} intro={blogWords.intro} />
      <ul className={`wrap ${styles.cards}`}>
        {articles.map((article, index) => (
          <ArticleCard key={article.id} article={article} first={index === 0} />
        ))}
      </ul>
    </>
  );
}
