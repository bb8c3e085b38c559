/** Two pages of a list as one. What is new in the list moves the rest on, so that something may come twice. */
export function behind<Item>(
  page: readonly Item[],
  more: readonly Item[],
  idOf: (item: Item) => string,
): Item[] {
  const known = new Set(page.map(idOf));
  return [...page, ...more.filter((item) => !known.has(idOf(item)))];
}
