import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { shop } from '#content/shop';
import { setPageTitle } from './PageTitle';

let drawn = { title: '', description: '' };
let sentPath: string | undefined;
let moved = false;

/** Gives the page its title, and the document's head what tells of the page. */
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
    // Of the page it sent the server has written everything; no visit begins with the code for another.
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

/** What the page that was drawn last is called, for the document that the build writes. */
export function takeHead(): { title: string; description: string } {
  return drawn;
}
