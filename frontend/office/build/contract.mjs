// Generates contract/ from the .proto files, if one of them is newer. Each script of the office that needs it runs this first.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { resolve } from 'node:path';

const office = resolve(import.meta.dirname, '..');
const sources = ['../../proto/shop', 'contract_errors', 'buf.gen.yaml'];

function newest(paths) {
  const times = paths.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
    // A folder is newer after a file was removed from it.
    return [stat.mtimeMs, newest(readdirSync(path).map((name) => resolve(path, name)))];
  });
  return Math.max(0, ...times);
}

const contract = resolve(office, 'contract');
const generated = statSync(contract, { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (newest(sources.map((path) => resolve(office, path))) >= generated) {
  const programs = resolve(office, '../node_modules/.bin');
  const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
  const { status } = spawnSync('buf', ['generate'], { cwd: office, env, stdio: 'inherit' });
  // buf does not touch unchanged files.
  if (status === 0) utimesSync(contract, new Date(), new Date());
  process.exitCode = status ?? 1;
}
