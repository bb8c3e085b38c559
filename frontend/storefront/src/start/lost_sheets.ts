import { FIRST_WAIT_MS, nextTry } from './until_loaded';

/** Loads failed style sheets again, with growing waits; the bundler's loader tries once. */
export function recoverLostSheets(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') void askAgain(target);
    },
    true,
  );
  readPartsOfDocumentSheet();
}

async function askAgain(link: HTMLLinkElement): Promise<void> {
  const wait = Number(link.dataset.wait ?? FIRST_WAIT_MS);
  await nextTry(wait);
  const next = link.cloneNode() as HTMLLinkElement;
  next.dataset.wait = String(wait * 2);
  link.replaceWith(next);
}

/** Enables the partial style sheets of the document if its combined one failed. They are in the document, but disabled. */
function readPartsOfDocumentSheet(): void {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  if (sheets.some(({ disabled, sheet }) => !disabled && sheet)) return;
  for (const sheet of sheets) sheet.disabled = false;
}
