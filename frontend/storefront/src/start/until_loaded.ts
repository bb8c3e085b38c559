/** The wait before the second try. Each further wait is twice as long. */
export const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/**
 * Loads code and retries with growing waits, and whenever the network is back, up to `tries` times. Some browsers never fetch a failed
 * script again; there the shopper has to reload.
 */
export async function untilLoaded<Code>(
  load: () => Promise<Code>,
  tries = Number.POSITIVE_INFINITY,
): Promise<Code> {
  for (let tried = 1; ; tried++) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try follows the other
      return await load();
    } catch (error) {
      if (tried >= tries) throw error;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await nextTry(FIRST_WAIT_MS * 2 ** (tried - 1));
    }
  }
}

/** Waits for `wait` milliseconds, a minute at most, or until the network is back. */
export function nextTry(wait: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(go, Math.min(wait, LONGEST_WAIT_MS));
    window.addEventListener('online', go);
    function go() {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    }
  });
}
