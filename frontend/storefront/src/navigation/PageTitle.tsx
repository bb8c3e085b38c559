import { create } from 'zustand';

const usePageTitle = create(() => ({ title: '' }));

/** Sets the document title. Screen readers announce a later change. */
export function setPageTitle(title: string): void {
  if (document.title === title) return;
  document.title = title;
  usePageTitle.setState({ title });
}

/** Announces the title of a page opened in the browser. Screen readers do that only for a loaded document. */
export function PageTitle() {
  const title = usePageTitle((state) => state.title);
  return (
    <p className="visuallyHidden" aria-live="polite">
      {title}
    </p>
  );
}
