import { behind } from 'shared/rules/pages';

/** Returns the rows of all loaded pages without duplicates. A row that moves between two page requests can appear twice. */
export function rowsOf<Page, Row>(
  data: { pages: readonly Page[] } | undefined,
  listOf: (page: Page) => readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  return data?.pages.reduce<Row[]>((all, page) => behind(all, listOf(page), idOf), []) ?? [];
}
