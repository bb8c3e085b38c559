import { useEffect } from 'react';
import { brand } from '../brand';

/** Sets the title and the description of the page. */
export function usePageHead(title: string, description: string): void {
  useEffect(() => {
    document.title = title.includes(brand.name) ? title : `${title} · ${brand.name}`;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
}
