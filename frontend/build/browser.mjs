// The browser of the end-to-end tests, of Lighthouse and of the screenshots.
import { existsSync } from 'node:fs';

/** The paths of distribution packages. Without any of them, Playwright uses the browser that it installed. */
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Newer Chromium fills two suggestion lists of the hidden address bar for every new window. That takes a second of a core, more than most
 * of our pages. The other features are those that Playwright turns off, because this list replaces its own.
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
