import { type ComponentType, createElement } from 'react';
import { Route, Routes } from 'react-router';
import { pagePart } from './start/load_part';
import { pageAt } from './page_at';
import { notFound, pages } from './page_table';

type Load = () => Promise<{ default: ComponentType }>;

/** The code of every page; a test holds it against the table. */
const loads = import.meta.glob('./pages/*/*Page.tsx') as Record<string, Load>;
const fileOf = (module: string) => `./pages/${module}.tsx`;
const parts = Object.fromEntries(Object.entries(loads).map(([file, load]) => [file, partOf(load)]));

const routes = [...Object.values(pages), notFound].map(({ path, module }) => (
  <Route key={path} path={path} element={pageOf(module)} />
));

/** The page of the current path. */
export function PageRoutes() {
  return <Routes>{routes}</Routes>;
}

/** The same at every path of a module, so that a page with two stays while the one gives way to the other. */
function pageOf(module: string) {
  const Part = parts[fileOf(module)];
  return Part && <Part key={module} />;
}

function partOf(load: Load) {
  const part = pagePart(load);
  // Asked for at each drawing, because what failed is begun anew.
  return () => createElement(part());
}

/** Starts loading the code of the page at this path; a failure shows when the page itself is wanted. */
export function loadPage(pathname: string): void {
  loads[fileOf(pageAt(pathname).module)]?.().catch(() => {});
}
