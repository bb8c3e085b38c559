import { defineConfig } from '@playwright/test';
import { chromium } from './build/browser.mjs';

/** What the server sends is the same for every screen, and so are the words; one project looks at them. */
const noScreen = ['documents.e2e.ts', 'words.e2e.ts'];
/** A phone asks for all that a desktop does, and for the drawer. */
const phoneOnly = ['lost_parts.e2e.ts', 'release.e2e.ts', 'client_errors.e2e.ts'];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  // Every worker opens a shop of its own.
  workers: 2,
  timeout: 90_000,
  // Costs nothing where the machine is quick; one that also builds may need it.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // A toast that stands for two seconds can pass unseen on a machine that is busy with something else.
  retries: 1,
  // The second fails when a test that the table of the specification names ran on no screen.
  reporter: [['list'], ['./build/spec_table.mjs']],
  // Recording every test takes a third of the time; `npm run e2e -- --trace on` does it for those that are looked into.
  use: { launchOptions: chromium, screenshot: 'only-on-failure', trace: 'on-first-retry' },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true }, testIgnore: noScreen },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } }, testIgnore: phoneOnly },
  ],
});
