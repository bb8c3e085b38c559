import type { ArticleText } from '../../content/article_text';
import { b12 } from '#content/articles/b12';
import { jamun } from '#content/articles/jamun';
import { karela } from '#content/articles/karela';
import { moringa } from '#content/articles/moringa';

/** The full texts by article id. */
export const articleTexts: Readonly<Record<number, ArticleText>> = {
  1: jamun,
  2: karela,
  3: b12,
  4: moringa,
};
