// Takes a screenshot of every screen of the build, on a laptop and on a phone, with a fake office, into screenshots/ (not committed).
// Checks each screen with axe. Fails if axe finds a problem, or if the page breaks its content security policy.
// node build/screenshots.mjs [name...] takes the screens whose names begin so
import { mkdir } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium as engine } from '@playwright/test';
import { preview } from 'vite';
import { chromium } from '../../build/browser.mjs';
import { read, sent } from './fake_answers.mjs';
import { openFakeOffice } from './fake_office.mjs';
import { shots } from './shots.mjs';

const folder = new URL('../screenshots/', import.meta.url);
const root = new URL('..', import.meta.url).pathname;
const screens = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const wanted = process.argv.slice(2);

const server = await preview({ root, logLevel: 'warn', preview: { port: 0, host: '127.0.0.1' } });
const { port } = server.httpServer.address();
const browser = await engine.launch(chromium);
try {
  await mkdir(folder, { recursive: true });
  for (const viewport of screens) await takeAll(viewport);
} finally {
  await browser.close();
  await server.close();
}

async function takeAll(viewport) {
  for (const [name, { role = 'owner', quicker, open }] of Object.entries(shots)) {
    if (wanted.length > 0 && !wanted.some((start) => name.startsWith(start))) continue;
    const context = await browser.newContext({
      baseURL: `http://127.0.0.1:${port}`,
      viewport,
      reducedMotion: 'reduce',
      // A new context for each screen, so that no state remains from the last one.
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    const office = openFakeOffice({ signedIn: role === 'visitor' ? undefined : role, quicker });
    await listen(page, office, name);
    await open(page, office, viewport.width);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({
      path: new URL(`${name}-${viewport.width}.png`, folder).pathname,
      fullPage: !(await page.locator('dialog[open]').count()),
    });
    await look(page, `${name}-${viewport.width}`);
    await context.close();
  }
}

async function listen(page, office, name) {
  page.on('pageerror', (error) => fail(`${name}: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) fail(`${name}: ${message.text()}`);
  });
  await page.route('**/*', async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (url.pathname.startsWith('/api/')) {
      if (office.state.isDown) return route.abort();
      const { status, body } = office.answer(
        request.method(),
        url.pathname + url.search,
        read(request.headers()['content-type'], request.postDataBuffer() ?? Buffer.alloc(0)),
      );
      const { contentType, bytes } = sent(body);
      return route.fulfill({ status, contentType, body: bytes });
    }
    const response = await route.fetch();
    return route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': POLICY } });
  });
}

async function look(page, name) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const { id, help, nodes } of violations) {
    fail(
      `${name}: ${id}, ${help}: ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
    );
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (overflow > 0) fail(`${name}: ${overflow} px wider than the screen`);
  console.log(name);
}

function fail(words) {
  console.error(`FAILED: ${words}`);
  process.exitCode = 1;
}
