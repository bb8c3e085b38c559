/** Begins to load the code of the page at a path. */
export type LoadPage = (pathname: string) => void;

let loadPage: LoadPage | undefined;

/**
 * From now on the code of a page is loaded as soon as a pointer or the focus comes to a link there, and when it is asked
 * for. Who asks does so here and not at the routes: these import every page, which would import them in turn.
 */
export function preloadWith(load: LoadPage): void {
  loadPage = load;
  for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, preloadPointed);
}

/** Starts loading the code of the page at this path; a failure shows when the page itself is wanted. */
export function preloadPage(pathname: string): void {
  loadPage?.(pathname);
}

function preloadPointed({ target }: Event): void {
  const link = target instanceof Element && target.closest('a');
  if (link && link.origin === location.origin) preloadPage(link.pathname);
}
