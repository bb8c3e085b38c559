// Runs the Rust tests as `cargo test --workspace` does, and several test programs at a time while cores are idle, because each program
// waits for timers and has a slowest test. Programs that start whole shops run alone. `node run_tests.mjs` under `engines exec`, with
// RUST_TEST_THREADS.
import { execFile, spawn } from 'node:child_process';
import { cpus, freemem } from 'node:os';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** More would fill the memory that holds the test databases. */
const AT_ONCE = 3;
/** The share of idle CPU time for two seconds above which one more program starts, and the share below which one fewer runs. */
const IDLE = 0.2;
const BUSY = 0.02;
const LOOK_EVERY_MS = 2000;
/**
 * The longest-running programs start first, so that none of them is left over at the end. The other programs keep cargo's order.
 */
const FIRST = ['chaos', 'local', 'notification', 'payment', 'billing', 'outbox', 'order', 'identity', 'catalog'];

/**
 * Each of their tests starts a whole shop, whose calls have deadlines. Beside others, two cores miss these: on a slow machine `local` and
 * `chaos` together had not ended after 15 minutes; one after the other they took eight.
 */
const ALONE = new Set(['chaos', 'local']);

/** The test programs that cargo has built, each with its crate's folder, in which cargo would run it. */
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

/** Runs one program and prints its output at the end, so that outputs do not mix. Returns true if all its tests passed. */
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

/** The CPU time of all cores since boot, in milliseconds: idle and total. */
function clocks() {
  const times = cpus().map((core) => core.times);
  const all = times.flatMap((time) => Object.values(time)).reduce((sum, part) => sum + part, 0);
  return { idle: times.reduce((sum, time) => sum + time.idle, 0), all };
}

/** A timer this late means that the process got no CPU, nor did the shop, which refuses orders after two seconds without a response. */
const LATE_MS = 1000;
const BEAT_MS = 100;

/** Records the machine's state for reports of failed tests: the pauses without CPU, and the minimum free memory. */
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
/** The maximum number of concurrent programs, adjusted to the idle time of the cores. */
let most = 1;
/** True if the running program must run alone. */
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
