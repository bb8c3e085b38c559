// The browser of the end-to-end tests, of Lighthouse and of the screenshots.
import { existsSync } from 'node:fs';

/** Where distributions put it. Without any of them Playwright takes the one it was told to install. */
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Newer Chromium fills two suggestion lists of an address bar that nobody sees, for every new window: a second of
 * a core, more than most of our pages. The rest is what Playwright turns off, whose list this one takes the place of.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

export const chromium = {
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
    `--disable-features=${disabledFeatures.join()}`,
  ],
};
