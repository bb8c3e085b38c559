import type { Section } from './text';

/** An article in full. */
export interface ArticleText {
  /** What a reader in a hurry should take along. */
  inShort: readonly string[];
  /** The paragraphs before the first heading. */
  lead: readonly string[];
  sections: readonly Section[];
  quote: string;
  sources: readonly string[];
}
