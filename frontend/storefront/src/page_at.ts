import { matchPath } from 'react-router';
import { notFound, type Page, pages } from './page_table';

/** The page at a path. */
export function pageAt(pathname: string): Page {
  return Object.values(pages).find(({ path }) => matchPath(path, pathname)) ?? notFound;
}
