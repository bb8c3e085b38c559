#!/usr/bin/env node
// Prints the figures of the repository that its goals name: sizes, migrations, methods and unclear prose. Reads the files that git
// tracks in the current folder's repository.
//   figures.mjs [--json]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim();
process.chdir(root);
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const read = (file) => readFileSync(file, 'utf8');
const lines = (text) => text.split('\n').length - 1;
const count = (text, pattern) => text.match(pattern)?.length ?? 0;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** A Rust source of production, without the tests at its end; undefined for a file of tests. */
function production(file) {
  if (!/\/src\/.*\.rs$/.test(file) || /\/tests\/|\/tests\.rs$/.test(file)) return undefined;
  return read(file).split(/^#\[cfg\(test\)\]$/m)[0];
}

/** The functions and triggers that all migrations of a service leave. */
function functionsAndTriggers(migrations) {
  const made = new Set();
  const statement = /\b(CREATE|DROP)\s+(?:OR REPLACE\s+)?(?:CONSTRAINT\s+)?(FUNCTION|TRIGGER)\s+(?:IF EXISTS\s+)?(\w+)/gi;
  for (const file of migrations)
    for (const [, verb, kind, name] of read(file).matchAll(statement)) {
      const key = `${kind.toUpperCase()} ${name}`;
      if (verb.toUpperCase() === 'CREATE') made.add(key);
      else made.delete(key);
    }
  return made.size;
}

/** Lines of comments, names and sentences that begin with a relative clause, or name an actor "nobody" or "whoever". */
function unclear(file) {
  const riddle = /^\s*(?:\/\/\/|\/\/!|\/\/|\/\*\*?|\*)\s*(?:Who|Whoever|Whom|What|Whatever|Whose|Those who)\b(?!.*\?\s*$)/;
  const actor = /\b(?:nobody|somebody|anybody|whoever|whomever|whatever|whosoever)\b/i;
  return sum(read(file).split('\n').map((line) => Number(riddle.test(line)) + Number(actor.test(line))));
}

const sources = files.map((file) => [file, production(file)]).filter(([, text]) => text !== undefined);
const migrations = files.filter((file) => /\/migrations\/.*\.sql$/.test(file));
const services = new Set(migrations.map((file) => file.split('/migrations/')[0]));
const byService = [...services].map((service) => migrations.filter((file) => file.startsWith(`${service}/`)));
const contracts = files.filter((file) => file.startsWith('proto/shop/') && file.endsWith('.proto')).map(read);
const prose = files.filter((file) => /\.(rs|ts|tsx)$/.test(file));
const proseLines = sum(prose.map((file) => lines(read(file))));
const members = read('Cargo.toml').match(/members = \[([^\]]*)\]/)[1];

const figures = {
  'Rust in production, lines': sum(sources.map(([, text]) => lines(text))),
  'Rust in production, files': sources.length,
  'crates': count(members, /"/g) / 2,
  'gRPC services': sum(contracts.map((text) => count(text, /^service \w+/gm))),
  'gRPC methods': sum(contracts.map((text) => count(text, /^\s+rpc \w+/gm))),
  'migrations': migrations.length,
  'SQL functions and triggers': sum(byService.map(functionsAndTriggers)),
  'files that name billing outside of its folder': files.filter(
    (file) => /\.(rs|ts|tsx|toml|yaml|sh|mjs|py)$/.test(file) && !file.startsWith('services/billing/') &&
      /\bbilling\b/.test(read(file)),
  ).length,
  'unclear lines per 1,000 of .rs, .ts and .tsx': Number(
    ((sum(prose.map(unclear)) * 1000) / proseLines).toFixed(2),
  ),
};
if (process.argv.includes('--json')) console.log(JSON.stringify(figures));
else for (const [name, value] of Object.entries(figures)) console.log(`${String(value).padStart(8)}  ${name}`);
