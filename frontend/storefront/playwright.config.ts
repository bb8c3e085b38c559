import { defineConfig } from '@playwright/test';
import { chromium } from '../build/browser.mjs';

/** Tests with other shop settings. They run first, because a worker runs one shop at a time. */
const otherShops = [
  'words.e2e.ts',
  'big_shop.e2e.ts',
  'contact_login.e2e.ts',
  'shop_facts.e2e.ts',
  'paying_by_upi.e2e.ts',
  'plain_http.e2e.ts',
];
/**
 * Tests whose results no style sheet can change: server responses, requests, motion, orders and stock. They run on the phone alone, which
 * loads all that a desktop does, and the drawer. The look of their pages on both screens is tested in `pages.e2e.ts` and by `expectFine`.
 * In other files, single tests have the tag `oneScreen`.
 */
const oneScreen = [
  'documents.e2e.ts',
  'lost_parts.e2e.ts',
  'release.e2e.ts',
  'client_errors.e2e.ts',
  'motion.e2e.ts',
  'office_pages.e2e.ts',
  'office_stories.e2e.ts',
  'pages.e2e.ts',
  'order_life.e2e.ts',
  'whole_life.e2e.ts',
  'paying_online.e2e.ts',
  'stock.e2e.ts',
  'stock_alerts.e2e.ts',
  'verified_review.e2e.ts',
  'office.e2e.ts',
  'old_browsers.e2e.ts',
];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 } };

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  // Every worker runs a shop of its own. Tests wait for a third of their time, so three fit on two cores.
  workers: 3,
  timeout: 90_000,
  // Free on a fast machine, and needed on one that also builds.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // A toast of two seconds can be missed on a busy machine.
  retries: 1,
  // The second reporter fails if a test named in SPEC.md did not run.
  reporter: [['list'], ['../build/spec_table.mjs']],
  // Recording every test takes a third of the time. Use `npm run e2e -- --trace on` to investigate a test.
  use: { launchOptions: chromium, screenshot: 'only-on-failure', trace: 'on-first-retry' },
  projects: [
    { name: 'other shops', use: desktop, testMatch: otherShops },
    { name: 'phone', use: phone, testIgnore: otherShops },
    { name: 'desktop', use: desktop, testIgnore: [...otherShops, ...oneScreen], grepInvert: /@one-screen/ },
  ],
});
