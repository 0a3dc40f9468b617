import { defineConfig } from '@playwright/test';

/**
 * These take a minute or more, or a browser of their own: they come first, so that no worker is left alone with one at
 * the end.
 */
const long = [
  'accessibility',
  'clinic-day',
  'medicare-story',
  'outage',
  'sealed-*',
  'session',
  'versions',
  'xss',
  'your-devices',
];
const longSpecs = long.map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'long', testMatch: longSpecs },
    { name: 'short', testMatch: '**/*.spec.ts', testIgnore: longSpecs },
  ],
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  // Long enough that a busy machine never decides: what is waited for comes, or something is broken.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  outputDir: 'test-results/browser',
  use: {
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    // What moves is waited for at every click; `inMotion` (fixtures.ts) goes with it.
    contextOptions: { reducedMotion: 'reduce' },
    // `TRACE=1` keeps one of each failure: every test takes longer for it.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
