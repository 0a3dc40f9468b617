import { join } from 'node:path';
import { enableCompileCache } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { testSeed } from './scripts/commit-seed.ts';
import { countFrom, partsFrom } from './server/testing/seed.ts';

/** Long enough that a busy machine never decides: what is waited for comes, or something is broken. */
const patienceMs = 20_000;
const seed = testSeed();

// Each file of screens has a process of its own, which compiles all packages anew without this; servers that tests
// start too.
const compiled = join(import.meta.dirname, 'node_modules/.cache/mainstay');
enableCompileCache(compiled);
process.env['NODE_COMPILE_CACHE'] ??= compiled;

/**
 * Files of one worker load each module once. For tests that clear up what they change: order must not decide. What
 * `vi.mock` makes of a module stays for the files after it; `vi.spyOn` of its namespace does not.
 */
const sharesModules = { isolate: false };
/** React as clinics run it (src/shared/testing/production-react.ts), and what is compiled for it. */
const production = { NODE_ENV: 'production' };
const forProduction = { oxc: { jsx: { development: false } } };
const screenSetup = ['local/testing/patience.ts', 'src/shared/testing/setup.ts'];
/**
 * What a page has once: its session, its service worker, who acts on a patient's page, listeners of its window that
 * stay until it is closed. Each file of these has a page of its own; two that share one would be two pages in one.
 */
const ofOnePage = ['src/app/*', 'src/app/routing/**/*', 'src/session/**/*', 'src/public/**/*'].map(
  (files) => `${files}.test.{ts,tsx}`,
);

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A forgotten one would leave the rest of its file out, here as in CI.
    allowOnly: false,
    // Generated tests draw from it; server/testing/seed.ts reads it.
    env: { TEST_SEED: String(seed) },
    // `npm run test:long -- rules` tries more.
    provide: {
      ruleCases: { numRuns: countFrom('RULE_CASES', 2_000), seed },
      // `npm run test:long -- forms` takes all forms at once.
      formParts: { parts: partsFrom('FORM_PARTS', 3), seed },
    },
    expect: { poll: { timeout: patienceMs } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          ...sharesModules,
          name: 'contract',
          include: [
            'contract/**/*.test.ts',
            'tests/contract/**/*.test.ts',
            'tests/words/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/faults/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'model',
          include: ['tests/sync/model/**/*.test.ts'],
          testTimeout: 12 * 3_600_000,
        },
      },
      {
        extends: true,
        test: {
          ...sharesModules,
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'world',
          include: ['tests/sync/world/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/sync/kill/**/*.test.ts', 'tests/sync/chaos/**/*.test.ts'],
          // Those that run for a night when asked say so themselves.
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          ...sharesModules,
          name: 'local',
          include: ['local/**/*.test.ts', 'workers/**/*.test.ts', 'sw/**/*.test.ts'],
          setupFiles: ['local/testing/patience.ts'],
        },
      },
      {
        extends: true,
        ...forProduction,
        plugins: [react()],
        test: {
          ...sharesModules,
          name: 'screens',
          env: production,
          include: ['src/**/*.test.tsx'],
          exclude: ofOnePage,
          environment: 'happy-dom',
          setupFiles: screenSetup,
        },
      },
      {
        extends: true,
        ...forProduction,
        test: {
          ...sharesModules,
          name: 'screen-code',
          env: production,
          include: ['src/**/*.test.ts'],
          exclude: ofOnePage,
          environment: 'happy-dom',
          setupFiles: screenSetup,
        },
      },
      {
        extends: true,
        ...forProduction,
        plugins: [react()],
        test: {
          name: 'pages',
          env: production,
          include: ofOnePage,
          environment: 'happy-dom',
          setupFiles: screenSetup,
        },
      },
    ],
  },
});
