import { reloadOnce } from './reload_once';

/**
 * Handles scripts that do not load. It reloads the page once, because nothing was typed yet. After that it shows a notice with the choice
 * to reload; the prerendered page can be read meanwhile.
 */
export async function comeAgain(place: HTMLElement): Promise<void> {
  if (await reloadOnce()) return;
  place.parentElement?.setAttribute('data-lost', '');
  window.addEventListener('online', () => location.reload(), { once: true });
}
