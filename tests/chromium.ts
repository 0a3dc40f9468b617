import { findChromium } from '../scripts/chromium.ts';

/** What Playwright switches off itself, which the list here replaces. */
const offInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** The address bar's suggestions are pages that each window loads in a process of its own, though nobody sees it. */
const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

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
    `--disable-features=${[...offInPlaywright, ...unseen].join(',')}`,
  ],
};

/** Where no time is measured: pages of a test are too short-lived for what V8's optimizing compilers cost. */
export const testLaunchOptions = {
  ...launchOptions,
  args: [...launchOptions.args, '--js-flags=--no-opt,--no-maglev'],
};
