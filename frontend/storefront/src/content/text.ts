/** A table in a text. Its first column has the row headings. */
export interface Table {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A block of text: a paragraph, a list or a table. */
export type Block = string | readonly string[] | Table;

/** A part of a text with its own heading. */
export interface Section {
  heading: string;
  blocks: readonly Block[];
}
