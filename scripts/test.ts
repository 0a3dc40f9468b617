import { staticChecks, unitTests } from './check.ts';
import { findChromium } from './chromium.ts';
import { testSeed } from './commit-seed.ts';
import { run } from './run.ts';
import { runAll } from './run-all.ts';
import type { Stage } from './schedule.ts';
import { browserStage, toolStage, vitestStage, withoutWarnings, type StageEnd } from './stages.ts';

const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const onlyBrowser = process.argv.includes('--only');

const opensBrowser = { needs: 'build', environment: () => ({ CHROMIUM_PATH: findChromium() }) };
/** Two browsers, a server for each and their databases: what takes longest of all is watched. */
const browser = { ...opensBrowser, lanes: 2, isLive: true };
const build = withoutWarnings(toolStage('build', 'vite', ['build', '--logLevel', 'warn']));

/** The chaos run is for an evening: `npm run test:long -- chaos`. */
const killTests = vitestStage('kill tests', ['faults'], ['tests/sync/kill'], opensBrowser);

/** The longest first; beside the browsers the kill tests alone, because whatever else runs there slows both down. */
const everything: Stage<StageEnd>[] = [
  build,
  vitestStage('other API tests', ['server'], ['--exclude', 'server/features/**']),
  vitestStage('API tests of features', ['server'], ['server/features/']),
  ...unitTests,
  vitestStage('world tests', ['world']),
  ...staticChecks,
  browserStage('browser tests', [], browser),
  killTests,
];

async function chosenTests(): Promise<number> {
  // These open the app in a browser: as it is now, not as it was built last.
  if (paths.some((path) => /kill|chaos/.test(path))) {
    const code = await run('vite', ['build']);
    if (code !== 0) return code;
  }
  return run('vitest', ['run', ...paths]);
}

function chosen(): Promise<number> {
  if (onlyBrowser) return runAll([build, browserStage('browser tests', paths, browser)]);
  if (paths.length > 0) return chosenTests();
  console.log(`TEST_SEED=${testSeed()} (of this commit) repeats what is generated.\n`);
  return runAll(everything);
}

try {
  process.exitCode = await chosen();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
