// Runs a command that generates a file or folder, if a source is newer than it. What is generated this way is not in git.
//   node generate.mjs OUTPUT SOURCE... -- COMMAND [ARGUMENT...]
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const [output, ...rest] = process.argv.slice(2);
const end = rest.indexOf('--');
const [command, ...args] = rest.slice(end + 1);

function newest(paths) {
  const times = paths.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
    // A folder is newer after a file was removed from it.
    return [stat.mtimeMs, newest(readdirSync(path).map((name) => join(path, name)))];
  });
  return Math.max(0, ...times);
}

const generated = statSync(output, { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (newest(rest.slice(0, end)) >= generated) {
  // `npm run` puts the packages' programs on the PATH.
  const { error, status } = spawnSync(command, args, { stdio: 'inherit' });
  if (error) throw error;
  // buf does not touch unchanged files.
  if (status === 0) utimesSync(output, new Date(), new Date());
  process.exitCode = status ?? 1;
}
