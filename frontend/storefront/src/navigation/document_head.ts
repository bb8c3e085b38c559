import { matchPath } from 'react-router';
import { pageAt } from '../page_at';
import { pages } from '../page_table';

/** What search engines, messengers and a phone's Share read of a page, beside its title. */
export interface DocumentHead {
  title: string;
  description: string;
  pathname: string;
  /** The base path of the picture to show with its link; the shop's own picture where there is none. */
  photo?: string | undefined;
  /** False where the address names nothing, although its pattern is a page's. */
  found: boolean;
}

/** The shop's address as the server knows it; the browser may have come by another. */
let site: string | undefined;

/** Brings the document's head, which the server wrote for the page it sent, to the page that is shown. */
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
  // The records tell of the page that was sent; of another, none are better than wrong ones.
  document.head.querySelector('script[type="application/ld+json"]')?.remove();
}

/** The one path of a page that search engines are shown; none for the others. */
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

/** Sets a value of an element of the head, which is made where it is missing and taken out where there is no value. */
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
