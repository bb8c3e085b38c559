import { createContext, use, useEffect } from 'react';

// Tracks unsaved text. The office asks before it is lost by a link or Back (`frame/UnsavedGuard.tsx`), by closing a dialog
// (`AskedBeforeLeft.tsx`), or by closing the tab.

/** A part of a page that closes as a whole, such as a dialog. */
export interface LeftAsOne {
  /** The unsaved parts in it. */
  unsaved: Set<object>;
  /** Closes it, after a question if something is unsaved. Returns false if it stays open for now. */
  leave: () => boolean;
  /** Sets whether something in it is sending. It cannot be closed until then. */
  setSending: (isSending: boolean) => void;
}

/** The nearest closing part around a form; undefined on a plain page. */
export const LeftAsOneContext = createContext<LeftAsOne | undefined>(undefined);

/** The parts that another page would lose. */
const onPage = new Set<object>();
/** The parts that closing the tab would lose. */
const inTab = new Set<object>();

/** Registers unsaved text. Text that is stored in the tab is only lost when the tab closes. */
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

/** Returns true if another page would lose something. */
export const isPageUnsaved = () => onPage.size > 0;

/** Returns true if closing the tab or logging out would lose something. */
export const isTabUnsaved = () => inTab.size > 0;

/** Clears all marks after saving, before the page moves to another one. */
export function nothingIsUnsaved(): void {
  onPage.clear();
  inTab.clear();
  hearTab();
}

function hearTab(): void {
  // Listens only when needed, because browsers do not cache a page with this listener for Back.
  if (isTabUnsaved()) window.addEventListener('beforeunload', askByBrowser);
  else window.removeEventListener('beforeunload', askByBrowser);
}

function askByBrowser(event: Event): void {
  event.preventDefault();
}
