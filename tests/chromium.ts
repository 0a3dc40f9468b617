import { findChromium } from '../scripts/chromium.ts';

/** As root Chromium needs no sandbox of its own; nothing but our own pages is opened. */
export const launchOptions = {
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
