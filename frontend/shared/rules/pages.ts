/** A page of a list; `next` asks for those after it. */
interface Page {
  next: string | null;
}

/** Two pages of a list as one. What is new in the list moves the rest on, so that something may come twice. */
export function behind<Item>(
  page: readonly Item[],
  more: readonly Item[],
  idOf: (item: Item) => string,
): Item[] {
  const known = new Set(page.map(idOf));
  return [...page, ...more.filter((item) => !known.has(idOf(item)))];
}

/** The first page with those after it, until it is `long` enough: whoever looks again finds what was there. */
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
