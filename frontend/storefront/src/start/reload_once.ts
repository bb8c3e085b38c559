const keepers = new Set<() => void>();

/** Registers a function that saves data before a reload made by the shop. */
export function beforeReload(keep: () => void): void {
  keepers.add(keep);
}

/**
 * Reloads the page for code that does not load, for example after a release: the new document names the new files. Returns false if a
 * reload cannot help: the page was reloaded already, or the server does not answer and the browser would show its own error page.
 */
export async function reloadOnce(): Promise<boolean> {
  const { href } = location;
  // The shopper may have navigated meanwhile.
  if (wasReloaded() || !(await serverAnswers()) || href !== location.href) return false;
  for (const keep of keepers) keep();
  location.reload();
  return true;
}

/** True if the document was reloaded at this path, and not navigated from another page. */
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
