import { type ComponentType, createElement } from 'react';
import { Route, Routes } from 'react-router';
import { pagePart } from './start/load_part';
import { pageAt } from './page_at';
import { notFound, pages } from './page_table';

type Load = () => Promise<{ default: ComponentType }>;

/** The loaders of all pages. A test compares them with the table. */
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

/** The element of a module, the same at all its paths, so that the page stays mounted between them. */
function pageOf(module: string) {
  const Part = parts[fileOf(module)];
  return Part && <Part key={module} />;
}

function partOf(load: Load) {
  const part = pagePart(load);
  // Created on each render, because a failed load is started again.
  return () => createElement(part());
}

/** Starts to load the code of the page at this path. A failure shows when the page is opened. */
export function loadPage(pathname: string): void {
  loads[fileOf(pageAt(pathname).module)]?.().catch(() => {});
}
