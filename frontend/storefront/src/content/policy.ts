import type { Section } from './text';

/** One of the four policy pages, in plain language. */
export interface Policy {
  title: string;
  description: string;
  /** The key facts before the text: a figure and its meaning. */
  facts: readonly { figure: string; meaning: string }[];
  sections: readonly PolicySection[];
}

/** A section with an id for links. */
export interface PolicySection extends Section {
  id: string;
}
