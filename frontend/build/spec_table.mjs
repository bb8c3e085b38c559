// Checks that the tests named in the tables of the storefront's SPEC.md and of docs/SECURITY.md have run.
import { readFile } from 'node:fs/promises';
import { posix, relative, resolve } from 'node:path';

const frontend = resolve(import.meta.dirname, '..');
/** The folder of the browser tests. All others are unit tests. */
const BROWSER_TESTS = 'storefront/e2e/';
/** True for `vitest run` and `playwright test` without a filter. */
const whole = process.argv.length === 3;

/** Returns the tables of the specification and of the security requirements. */
export async function tables() {
  const files = ['storefront/SPEC.md', '../docs/SECURITY.md'].map((file) =>
    readFile(resolve(frontend, file), 'utf8'),
  );
  return (await Promise.all(files)).join('\n');
}

/** Returns the tests that a table names. Paths start in `storefront`, or with `frontend/`. */
export function namedTests(table) {
  const found = table.matchAll(/`([\w./]+\.(?:test|e2e)\.tsx?) › (.+?)`(?=[,;| ])/g);
  return [...found].map(([, path, name]) => {
    const file = path.startsWith('frontend/') ? path : posix.join('frontend/storefront', path);
    return { file: file.slice('frontend/'.length), name };
  });
}

/** Returns the named tests that were skipped wherever they could run. With `all`, also those that are missing in the run. */
export function neverRan(named, tests, all = false) {
  const unshown = named.filter(({ file, name }) => {
    const pattern = titlesOf(name);
    const own = tests.filter((test) => test.file === file && pattern.test(test.title));
    return (all || own.length > 0) && !own.some((test) => test.ran);
  });
  return [...new Set(unshown.map(({ file, name }) => `${file} › ${name}`))];
}

/** Returns a pattern for the titles of a test. A parametrised test has a title for each row. */
function titlesOf(name) {
  const escaped = name.replaceAll(/[.*+?^()[\]\\|]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/%[a-z]|\$\{.*?\}|\$[\w]+/g, '.*')}$`, 's');
}

async function complain(isOwn, tests) {
  const named = namedTests(await tables());
  const own = named.filter(({ file }) => isOwn(file));
  const unshown = neverRan(own, tests, whole);
  for (const name of unshown)
    console.error(`NEVER RAN, but named by the tables of SPEC.md and SECURITY.md: ${name}`);
  return unshown.length > 0;
}

/** The reporter for vitest. */
export class UnitTests {
  onInit(vitest) {
    this.filtered = Boolean(vitest.config.testNamePattern);
  }

  async onTestRunEnd(modules) {
    if (this.filtered) return;
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        file: relative(frontend, module.moduleId),
        title: test.name,
        ran: test.result().state !== 'skipped',
      })),
    );
    if (await complain((file) => !file.startsWith(BROWSER_TESTS), tests)) process.exitCode = 1;
  }
}

/** The reporter for Playwright. It checks only runs on every screen. */
export default class BrowserTests {
  onBegin(config, suite) {
    this.tests = suite.suites.length === config.projects.length ? suite.allTests() : [];
  }

  async onEnd() {
    const tests = this.tests.map((test) => ({
      file: relative(frontend, test.location.file),
      title: test.title,
      ran: test.results.some(({ status }) => status !== 'skipped'),
    }));
    return (await complain((file) => file.startsWith(BROWSER_TESTS), tests))
      ? { status: 'failed' }
      : undefined;
  }

  printsToStdio() {
    return false;
  }
}
