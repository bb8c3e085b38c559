/**
 * The shop's scripts do not come, as after a release that took them away. The page is loaded again once, if the server
 * answers: nothing was typed yet that this could lose. Else the shopper is told and chooses, and reads meanwhile what was
 * drawn ahead.
 */
export async function comeAgain(place: HTMLElement): Promise<void> {
  if (!wasReloaded() && (await serverAnswers())) return location.reload();
  place.parentElement?.setAttribute('data-lost', '');
  window.addEventListener('online', () => location.reload(), { once: true });
}

function wasReloaded(): boolean {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opening?.type === 'reload';
}

/** Without a connection a reload would put the browser's own error page in place of what can be read. */
async function serverAnswers(): Promise<boolean> {
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    return status < 500;
  } catch {
    return false;
  }
}
