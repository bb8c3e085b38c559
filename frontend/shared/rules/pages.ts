/** A page of a list; `next` is the cursor of the next page. */
interface Page {
  next: string | null;
}

/** Joins two pages of a list without duplicates. A new item shifts the list, so that an item may be on both pages. */
export function behind<Item>(
  page: readonly Item[],
  more: readonly Item[],
  idOf: (item: Item) => string,
): Item[] {
  const known = new Set(page.map(idOf));
  return [...page, ...more.filter((item) => !known.has(idOf(item)))];
}

/** Loads pages until the list is `long` enough again, so that a returning user finds the same items. */
export async function longEnough<P extends Page>(
  first: P,
  isLong: (page: P) => boolean,
  withMore: (page: P, after: string) => Promise<P>,
): Promise<P> {
  let page = first;
  while (page.next !== null && !isLong(page)) {
    // oxlint-disable-next-line no-await-in-loop -- each page says where the next begins
    page = await withMore(page, page.next);
  }
  return page;
}
