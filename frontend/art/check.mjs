// node check.mjs             fails if a committed picture is not the one that its sources draw
// node check.mjs --accept    accepts changed sources, after a change that moves no pixel
import { entryOf, faultsOf, readManifest, writeManifest } from './manifest.mjs';

const entries = readManifest();
if (process.argv.includes('--accept')) {
  for (const [name, { source, files }] of Object.entries(entries))
    entries[name] = { ...entryOf(source, Object.keys(files)), files };
  writeManifest(entries);
}
const faults = faultsOf(entries);
for (const fault of faults) console.error(`STALE: ${fault}`);
if (faults.length > 0) {
  console.error('Draw them anew: npm run make -- <name> in art/. Nothing is drawn otherwise? npm run check -- --accept.');
  process.exitCode = 1;
} else console.log(`${Object.keys(entries).length} pictures are as their sources drew them`);
