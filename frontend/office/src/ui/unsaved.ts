import { createContext, use, useEffect } from 'react';

// What was typed and is not saved yet. Whoever is about to lose it is asked first, whichever way they leave: by a link or Back
// (`frame/UnsavedGuard.tsx`), by closing a dialog (`AskedBeforeLeft.tsx`), or by closing the tab.

/** A part of a page that is left as a whole, such as a dialog. */
export interface LeftAsOne {
  /** What in it is not saved. */
  unsaved: Set<object>;
  /** Leaves it, once it is asked about what is not saved; `false`: it stays for now. */
  leave: () => boolean;
  /** Says whether something in it is being sent: until there is an answer it cannot be left. */
  setSending: (isSending: boolean) => void;
}

/** The nearest part around a form; none on a plain page. */
export const LeftAsOneContext = createContext<LeftAsOne | undefined>(undefined);

/** What another page would take away. */
const onPage = new Set<object>();
/** What the end of the tab would take away. */
const inTab = new Set<object>();

/** Says whether something here was typed and not saved. What is kept in the tab is asked about only when the tab is closed. */
export function useUnsaved(isUnsaved: boolean, isKeptInTab = false): void {
  const around = use(LeftAsOneContext)?.unsaved;
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const something = {};
    const places = isKeptInTab ? [inTab] : [inTab, onPage, ...(around ? [around] : [])];
    for (const place of places) place.add(something);
    hearTab();
    return () => {
      for (const place of places) place.delete(something);
      hearTab();
    };
  }, [isUnsaved, isKeptInTab, around]);
}

/** Whether another page would take something away. */
export const isPageUnsaved = () => onPage.size > 0;

/** Whether the end of the tab, or of the session, would take something away. */
export const isTabUnsaved = () => inTab.size > 0;

/** Nobody is asked about what is there: it was just saved, and the page goes on to another one. */
export function nothingIsUnsaved(): void {
  onPage.clear();
  inTab.clear();
  hearTab();
}

function hearTab(): void {
  // Heard only while it matters: a browser keeps no page at hand for Back that hears this.
  if (isTabUnsaved()) window.addEventListener('beforeunload', askByBrowser);
  else window.removeEventListener('beforeunload', askByBrowser);
}

function askByBrowser(event: Event): void {
  event.preventDefault();
}
