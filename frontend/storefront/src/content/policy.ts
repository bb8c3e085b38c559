import type { Section } from './text';

/** One of the four pages of small print, in words that need no lawyer. */
export interface Policy {
  title: string;
  description: string;
  /** What most readers come for, before the text: a figure and what it counts. */
  facts: readonly { figure: string; meaning: string }[];
  sections: readonly PolicySection[];
}

/** A section that can be linked to. */
export interface PolicySection extends Section {
  id: string;
}
