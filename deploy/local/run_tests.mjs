// Runs the Rust tests as `cargo test --workspace` does, and more than one program of tests at a time while cores idle: each waits for
// clocks and has a last test. Programs that open whole shops run alone. `node run_tests.mjs` under `engines exec`, with RUST_TEST_THREADS.
import { execFile, spawn } from 'node:child_process';
import { cpus, freemem } from 'node:os';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** More would fill the memory that the databases of the tests lie in. */
const AT_ONCE = 3;
/** The part of all cores that idles for two seconds before one more program runs, and below which one less does. */
const IDLE = 0.2;
const BUSY = 0.02;
const LOOK_EVERY_MS = 2000;
/**
 * Begun first, so that none of them is left over at the end: those that take the longest. The order of what is not named is cargo's.
 */
const FIRST = ['chaos', 'local', 'notification', 'payment', 'billing', 'outbox', 'order', 'identity', 'catalog'];

/**
 * Each of their tests opens a whole shop, whose calls have deadlines. Beside others, two cores answer none of them in time: on a
 * slow machine neither `local` nor `chaos` had ended after 15 minutes together; one after the other they took eight.
 */
const ALONE = new Set(['chaos', 'local']);

/** What cargo has built, each with the folder of its crate, in which cargo would run it. */
async function testPrograms() {
  const build = ['test', '--workspace', '--locked', '--no-run', '--message-format=json-render-diagnostics'];
  const { stdout } = await promisify(execFile)('cargo', build, { maxBuffer: 2 ** 30 });
  const messages = stdout.split('\n').filter((line) => line.startsWith('{'));
  const artifacts = messages
    .map((line) => JSON.parse(line))
    .filter(({ executable, profile }) => executable && profile.test);
  const programs = artifacts.map(({ executable, manifest_path, target }) => {
    const folder = dirname(manifest_path);
    return { executable, folder, name: `${basename(folder)}: ${target.name}`, crate: basename(folder) };
  });
  const rank = ({ crate }) => (FIRST.indexOf(crate) + 1 || FIRST.length + 1);
  return programs.toSorted((a, b) => rank(a) - rank(b));
}

/** Runs one and shows what it said when it has ended, so that two do not speak at once; answers whether all its tests passed. */
async function run({ executable, folder, name }) {
  const env = { ...process.env, CARGO_MANIFEST_DIR: folder };
  const program = spawn(executable, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (bytes) => said.push(bytes));
  const began = Date.now();
  const passed = await new Promise((ended) => {
    program.once('error', (error) => {
      said.push(Buffer.from(String(error)));
      ended(false);
    });
    program.once('close', (code) => ended(code === 0));
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  process.stdout.write(`\n     Ran ${name} in ${seconds} s (${executable})\n${Buffer.concat(said)}`);
  return passed;
}

/** What all cores have done since the machine started, in milliseconds: idle, and in all. */
function clocks() {
  const times = cpus().map((core) => core.times);
  const all = times.flatMap((time) => Object.values(time)).reduce((sum, part) => sum + part, 0);
  return { idle: times.reduce((sum, time) => sum + time.idle, 0), all };
}

/** A clock that is this late was not given a core: neither was the shop, which refuses an order after two seconds without an answer. */
const LATE_MS = 1000;
const BEAT_MS = 100;

/** What the machine did to the tests, for whoever reads that one failed: how long nothing ran, and the least memory that was free. */
function watchMachine() {
  const seen = { stops: [], leastFree: freemem() };
  let last = Date.now();
  const beat = () => {
    const now = Date.now();
    if (now - last - BEAT_MS > LATE_MS) {
      seen.stops.push(`${new Date(now).toISOString().slice(11, 19)} for ${((now - last) / 1000).toFixed(1)} s`);
    }
    seen.leastFree = Math.min(seen.leastFree, freemem());
    last = now;
  };
  setInterval(beat, BEAT_MS).unref();
  return seen;
}

const waiting = await testPrograms();
if (waiting.length === 0) throw new Error('cargo has built no tests');
const running = new Set();
const failed = [];
const machine = watchMachine();
/** How many may run at once, which follows from what the cores did while so many ran. */
let most = 1;
/** Whether the program that runs has the machine for itself. */
let alone = false;
let before = clocks();
let look = sleep(LOOK_EVERY_MS);
while (waiting.length > 0 || running.size > 0) {
  while (waiting.length > 0 && running.size < most && (running.size === 0 || !(alone || ALONE.has(waiting[0].crate)))) {
    const program = waiting.shift();
    alone = ALONE.has(program.crate);
    const ending = run(program).then((passed) => {
      if (!passed) failed.push(program.name);
      running.delete(ending);
      return false;
    });
    running.add(ending);
  }
  const looks = await Promise.race([look.then(() => true), ...running]);
  if (!looks) continue;
  const now = clocks();
  const idle = (now.idle - before.idle) / Math.max(now.all - before.all, 1);
  if (idle > IDLE && running.size === most) most = Math.min(most + 1, AT_ONCE);
  if (idle < BUSY) most = Math.max(most - 1, 1);
  before = now;
  look = sleep(LOOK_EVERY_MS);
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  console.error(
    machine.stops.length > 0
      ? `The machine stood still: ${machine.stops.join(', ')}`
      : `The machine never stood still for ${LATE_MS / 1000} s`,
  );
  console.error(`Memory that was free: ${Math.round(machine.leastFree / 2 ** 20)} MB at least`);
  process.exitCode = 1;
}
