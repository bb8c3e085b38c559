import { useEffect } from 'react';
import { brand } from '../brand';
import { setPageTitle } from './PageTitle';

let drawn = { title: '', description: '' };

/** Sets the title and the description of the page. */
export function usePageHead(title: string, description: string): void {
  const whole = title.includes(brand.name) ? title : `${title} · ${brand.name}`;
  if (import.meta.env.SSR) keepHead({ title: whole, description });
  useEffect(() => {
    setPageTitle(whole);
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [whole, description]);
}

function keepHead(head: typeof drawn): void {
  drawn = head;
}

/** What the page that was drawn last is called, for the document that the build writes. */
export function takeHead(): { title: string; description: string } {
  return drawn;
}
