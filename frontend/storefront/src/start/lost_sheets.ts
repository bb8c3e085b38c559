import { FIRST_WAIT_MS, nextTry } from './until_loaded';

/** Asks for every style sheet that does not come again, later and later; the bundler's loader asks once. */
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

/** A document's one style sheet may be lost; those it was made of stand beside it, disabled. */
function readPartsOfDocumentSheet(): void {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  if (sheets.some(({ disabled, sheet }) => !disabled && sheet)) return;
  for (const sheet of sheets) sheet.disabled = false;
}
