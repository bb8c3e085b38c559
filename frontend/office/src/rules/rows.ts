import { behind } from 'shared/rules/pages';

/** All rows of the pages that are there, each once: one that moved while pages were asked for may come twice. */
export function rowsOf<Page, Row>(
  data: { pages: readonly Page[] } | undefined,
  listOf: (page: Page) => readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  return data?.pages.reduce<Row[]>((all, page) => behind(all, listOf(page), idOf), []) ?? [];
}
