import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Where distributions put the browser. Without any of them Playwright takes the one it was told to install. */
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const chromium = {
  executablePath: process.env.CHROMIUM ?? installed.find((program) => existsSync(program)),
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  // Every worker opens a shop of its own; one is enough for a machine that also builds.
  workers: 1,
  timeout: 45_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: { launchOptions: chromium, screenshot: 'only-on-failure', trace: 'retain-on-failure' },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
});
