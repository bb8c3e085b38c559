// The fake API of imports. It does not read the rows; the number of lines decides the result.
import { needsMe, ok, refused } from './fake_answers.mjs';

const ERRORS = [
  { line: 3, column: 'mrp', message: 'The MRP is an amount of rupees, such as 298.50, of 1000000 at most' },
  { line: 7, column: 'sku', message: 'The catalog has no such pack' },
  { line: 12, message: 'This row has 5 cells, and the first line names 8 columns' },
];

/** The initial imports of a fake office. `importEnds`: the result of the next import; `running` never ends. */
export const openImports = () => ({ imports: new Map(), importEnds: undefined });

function start(state, { url, id }) {
  const [kind, importId] = id.split('/');
  const isDryRun = url.searchParams.get('dryRun') === 'true';
  const known = { id: importId, kind, isDryRun, startedBy: state.me.staffId, errors: [], rowsWrong: 0 };
  const startedAt = new Date(state.now).toISOString();
  const ends = state.importEnds ?? (isDryRun ? 'checked' : 'applied');
  const all = { ...known, startedAt, state: ends, rowsTotal: 1_240, rowsDone: 1_240 };
  if (ends === 'running') all.rowsDone = 430;
  else all.finishedAt = startedAt;
  if (ends === 'refused') Object.assign(all, { errors: ERRORS, rowsWrong: 3 });
  state.imports.set(importId, all);
  return { ...ok(all), status: 202 };
}

export const IMPORT_ROUTES = [
  [/^POST imports\/(\w+\/[^/]+)$/, needsMe(start)],
  [
    /^GET imports\/\w+\/([^/]+)$/,
    needsMe(({ imports }, { id }) =>
      imports.has(id) ? ok(imports.get(id)) : refused(404, 'There is no such import.'),
    ),
  ],
  [/^GET (?:stock|products|pincodes)\/export\.csv$/, needsMe(() => ({ status: 200, body: 'sku\r\n' }))],
];
