import { matchPath } from 'react-router';
import { pageAt } from '../page_at';
import { pages } from '../page_table';

/** The head of a page for search engines, messengers and a phone's Share. */
export interface DocumentHead {
  title: string;
  description: string;
  pathname: string;
  /** The base path of the picture for link previews. Default: the shop's own picture. */
  photo?: string | undefined;
  /** False if the path matches a page, but the thing it names does not exist. */
  found: boolean;
}

/** The shop's address according to the server. The browser may use another. */
let site: string | undefined;

/** Updates the document's head, which the server wrote for the first page, to the shown page. */
export function writeHead({ title, description, pathname, photo, found }: DocumentHead): void {
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  site ??= new URL(canonical?.href ?? window.location.href).origin;
  const path = found ? listedPath(pathname) : undefined;
  const address = path && site + path;
  meta('name', 'description', description);
  meta('name', 'robots', address ? undefined : 'noindex');
  meta('property', 'og:title', title);
  meta('property', 'og:description', description);
  meta('property', 'og:url', address);
  meta('property', 'og:type', typeOf(pathname));
  meta('property', 'og:image', site + (photo?.startsWith('/') ? photo : '/images/og/shop.jpg'));
  put(canonical, 'link', { rel: 'canonical' }, 'href', address);
  // The structured data describes the first page, so it is removed.
  document.head.querySelector('script[type="application/ld+json"]')?.remove();
}

/** The canonical path of a page; undefined for pages hidden from search engines. */
function listedPath(pathname: string): string | undefined {
  const { path, open } = pageAt(pathname);
  const id = matchPath<string>(path, pathname)?.params.id ?? '';
  return open && path.replace(':id', encodeURIComponent(id));
}

function typeOf(pathname: string): string {
  if (matchPath(pages.product.path, pathname)) return 'product';
  return matchPath(pages.article.path, pathname) ? 'article' : 'website';
}

function meta(kind: 'name' | 'property', key: string, content: string | undefined): void {
  put(document.head.querySelector(`meta[${kind}="${key}"]`), 'meta', { [kind]: key }, 'content', content);
}

/** Sets a value of a head element. Creates the element if it is missing and removes it if there is no value. */
function put(
  found: Element | null,
  tag: string,
  attributes: Record<string, string>,
  valueName: string,
  value: string | undefined,
): void {
  if (value === undefined) return found?.remove();
  const element = found ?? document.head.appendChild(document.createElement(tag));
  for (const [name, text] of Object.entries({ ...attributes, [valueName]: value })) {
    element.setAttribute(name, text);
  }
}
