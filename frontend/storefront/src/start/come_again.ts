import { reloadOnce } from './reload_once';

/**
 * The shop's scripts do not come. The page is loaded again once: nothing was typed yet that this could lose. Else the
 * shopper is told and chooses, and reads meanwhile what was drawn ahead.
 */
export async function comeAgain(place: HTMLElement): Promise<void> {
  if (await reloadOnce()) return;
  place.parentElement?.setAttribute('data-lost', '');
  window.addEventListener('online', () => location.reload(), { once: true });
}
