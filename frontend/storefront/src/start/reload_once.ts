const keepers = new Set<() => void>();

/** Has something kept over the next reload that the shop makes on its own. */
export function beforeReload(keep: () => void): void {
  keepers.add(keep);
}

/**
 * Loads the page anew for code that does not come, as after a release that took it away: the new document names the new
 * files. Answers false where that helps no more: this very page was loaded anew already, or the server does not answer,
 * and then a reload would put the browser's own error page in place of what can be read.
 */
export async function reloadOnce(): Promise<boolean> {
  const { href } = location;
  // Meanwhile the shopper may have gone on.
  if (wasReloaded() || !(await serverAnswers()) || href !== location.href) return false;
  for (const keep of keepers) keep();
  location.reload();
  return true;
}

/** The page that the document was loaded for, not one that was opened in it later. */
function wasReloaded(): boolean {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opening?.type === 'reload' && new URL(opening.name).pathname === location.pathname;
}

async function serverAnswers(): Promise<boolean> {
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    return status < 500;
  } catch {
    return false;
  }
}
