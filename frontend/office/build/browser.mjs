// The browser of the screenshots.
import { existsSync } from 'node:fs';

/** Where distributions put it. Without any of them Playwright takes the one it was told to install. */
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

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
  ],
};
