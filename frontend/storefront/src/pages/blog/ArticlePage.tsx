import { useParams } from 'react-router';
import { usePageHead } from '../../navigation/use_page_head';
import { articles } from '#content/articles';
import { blogWords } from '#words/blog';
import { ArticleView } from './ArticleView';
import { articleTexts } from './article_texts';
import { UnknownArticle } from './UnknownArticle';

/** The page of an article, or a notice that it does not exist. */
export default function ArticlePage() {
  const { id } = useParams();
  const article = articles.find((candidate) => String(candidate.id) === id);
  const text = article && articleTexts[article.id];
  // Some articles have the title of their product, so the page title adds the blog's.
  const title = article ? `${article.title} · ${blogWords.title}` : blogWords.notFound;
  usePageHead(title, article?.description ?? blogWords.notFoundText, { found: Boolean(article) });
  return article && text ? <ArticleView article={article} text={text} /> : <UnknownArticle />;
}
