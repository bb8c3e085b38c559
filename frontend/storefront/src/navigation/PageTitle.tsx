import { create } from 'zustand';

const usePageTitle = create(() => ({ title: '' }));

/** Gives the document its title; one that changes while the shop is open is read out. */
export function setPageTitle(title: string): void {
  if (document.title === title) return;
  document.title = title;
  usePageTitle.setState({ title });
}

/** Says the title of a page that was opened in the browser, which screen readers do only for a document they load. */
export function PageTitle() {
  const title = usePageTitle((state) => state.title);
  return (
    <p className="visuallyHidden" aria-live="polite">
      {title}
    </p>
  );
}
