/** Starts to load the code of the page at a path. */
export type LoadPage = (pathname: string) => void;

let loadPage: LoadPage | undefined;

/**
 * Sets the loader, which also runs when the pointer or the focus reaches a link. Callers use this module instead of the routes, because the
 * routes import every page and would form a cycle.
 */
export function preloadWith(load: LoadPage): void {
  loadPage = load;
  for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, preloadPointed);
}

/** Starts to load the code of the page at this path. A failure shows when the page is opened. */
export function preloadPage(pathname: string): void {
  loadPage?.(pathname);
}

function preloadPointed({ target }: Event): void {
  const link = target instanceof Element && target.closest('a');
  if (link && link.origin === location.origin) preloadPage(link.pathname);
}
