import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function installed(): string | undefined {
  return [process.env['CHROMIUM_PATH'], ...usual, chromium.executablePath()].find((path) => path && existsSync(path));
}

function attempt(command: string, args: string[]): boolean {
  return (
    spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status ===
    0
  );
}

/** The Chromium that browser tests use: an installed one, or one installed now. */
export function findChromium(): string {
  const found = installed();
  if (found) return found;
  console.log('No Chromium found; installing one.');
  const debian = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (debian && attempt('apt-get', ['update'])) {
    attempt('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation']);
  }
  if (!installed()) attempt(process.execPath, ['node_modules/playwright/cli.js', 'install', '--with-deps', 'chromium']);
  const now = installed();
  if (!now)
    throw new Error(
      'The browser tests need Chromium: install it, or name one in CHROMIUM_PATH, and run npm test again.',
    );
  return now;
}
