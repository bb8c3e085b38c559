/** A table within a text; its first column names the rows. */
export interface Table {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A piece of running text: a paragraph, a list of points, or a table. */
export type Block = string | readonly string[] | Table;

/** A part of a text under a heading of its own. */
export interface Section {
  heading: string;
  blocks: readonly Block[];
}
