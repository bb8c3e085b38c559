import { Fragment } from 'react';
import type { Article } from '#content/articles';
import type { ArticleText } from '../../content/article_text';
import { Prose } from '../../content/Prose';
import { Rosette } from '../../content/Rosette';
import { blogWords } from '#words/blog';
import { disclaimerWords } from '#words/disclaimer';
import { ArticleOpening } from './ArticleOpening';
import styles from './ArticleView.module.css';
import { NextArticle } from './NextArticle';
import { ProductOfArticle } from './ProductOfArticle';

/** The number of sections before the pull quote. */
const QUOTE_AFTER = 1;

/** An article with its summary, product, sources and next article. */
export function ArticleView({ article, text }: { article: Article; text: ArticleText }) {
  return (
    <>
      <article>
        <ArticleOpening article={article} />
        <div className={`wrap ${styles.columns}`}>
          <div className={styles.aside}>
            <InShort points={text.inShort} />
            <ProductOfArticle id={article.product} />
          </div>
          <FullDescription text={text} />
        </div>
      </article>
      <NextArticle after={article.id} />
    </>
  );
}

function InShort({ points }: { points: readonly string[] }) {
  return (
    <section className={styles.inShort} aria-labelledby="in-short-heading">
      <h2 id="in-short-heading">{blogWords.inShort}</h2>
      <Prose blocks={[points]} />
    </section>
  );
}

function FullDescription({ text }: { text: ArticleText }) {
  return (
    <div className={styles.text}>
      <Prose blocks={text.lead} className={styles.lead} />
      {text.sections.map(({ heading, blocks }, index) => (
        <Fragment key={heading}>
          <h2>{heading}</h2>
          <Prose blocks={blocks} />
          {index + 1 === QUOTE_AFTER && (
            <figure className={styles.quote} aria-hidden="true">
              <blockquote>{text.quote}</blockquote>
            </figure>
          )}
        </Fragment>
      ))}
      <div className={styles.end}>
        <Rosette />
      </div>
      <Sources sources={text.sources} />
      <p className={styles.disclaimer}>{disclaimerWords.food}</p>
    </div>
  );
}

function Sources({ sources }: { sources: readonly string[] }) {
  return (
    <section className={styles.sources} aria-labelledby="sources-heading">
      <h2 id="sources-heading">{blogWords.sources}</h2>
      <ul>
        {sources.map((source) => (
          <li key={source}>{source}</li>
        ))}
      </ul>
    </section>
  );
}
