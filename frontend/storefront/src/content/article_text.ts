import type { Section } from './text';

/** The full text of an article. */
export interface ArticleText {
  /** The summary. */
  inShort: readonly string[];
  /** The paragraphs before the first heading. */
  lead: readonly string[];
  sections: readonly Section[];
  quote: string;
  sources: readonly string[];
}
