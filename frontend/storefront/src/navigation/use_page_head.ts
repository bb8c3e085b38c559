import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { shop } from '#content/shop';
import { setPageTitle } from './PageTitle';

let drawn = { title: '', description: '' };
let sentPath: string | undefined;
let moved = false;

/** Sets the title and the head of the page. */
export function usePageHead(
  title: string,
  description: string,
  { photo, found = true }: { photo?: string | undefined; found?: boolean } = {},
): void {
  const { pathname } = useLocation();
  const whole = title.startsWith(`${shop.name} ·`) ? title : `${title} · ${shop.name}`;
  if (import.meta.env.SSR) keepHead({ title: whole, description });
  useEffect(() => {
    setPageTitle(whole);
    sentPath ??= pathname;
    moved ||= pathname !== sentPath;
    // The server wrote the head of the first page, so the code for it loads only on later ones.
    if (!moved) return;
    import('./document_head').then(
      ({ writeHead }) => writeHead({ title: whole, description, pathname, photo, found }),
      () => {},
    );
  }, [whole, description, pathname, photo, found]);
}

function keepHead(head: typeof drawn): void {
  drawn = head;
}

/** The head of the last rendered page, for the document that the build writes. */
export function takeHead(): { title: string; description: string } {
  return drawn;
}
