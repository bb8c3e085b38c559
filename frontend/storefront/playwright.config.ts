import { defineConfig } from '@playwright/test';
import { chromium } from '../build/browser.mjs';

/** Shops set up in another way. Each is opened once, before all others: a worker has one shop at a time. */
const otherShops = [
  'words.e2e.ts',
  'big_shop.e2e.ts',
  'contact_login.e2e.ts',
  'shop_facts.e2e.ts',
  'paying_by_upi.e2e.ts',
  'plain_http.e2e.ts',
];
/**
 * What no style sheet can change: what the server sends, what is asked for and when, what moves. A phone asks for all that a
 * desktop does, and for the drawer. Nor what becomes of orders and stock: how their pages look on both screens is seen where all
 * pages are, in one load each (`pages.e2e.ts`), and on the way, where the window is made larger for a look (`expectFine`). In the
 * other files single tests say `oneScreen`.
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
  // Every worker opens a shop of its own. Tests wait a third of their time, so that three fit on two cores.
  workers: 3,
  timeout: 90_000,
  // Costs nothing where the machine is quick; one that also builds may need it.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // A toast that stands for two seconds can pass unseen on a machine that is busy with something else.
  retries: 1,
  // The second fails when a test that the table of the specification names ran on no screen.
  reporter: [['list'], ['../build/spec_table.mjs']],
  // Recording every test takes a third of the time; `npm run e2e -- --trace on` does it for those that are looked into.
  use: { launchOptions: chromium, screenshot: 'only-on-failure', trace: 'on-first-retry' },
  projects: [
    { name: 'other shops', use: desktop, testMatch: otherShops },
    { name: 'phone', use: phone, testIgnore: otherShops },
    { name: 'desktop', use: desktop, testIgnore: [...otherShops, ...oneScreen], grepInvert: /@one-screen/ },
  ],
});
