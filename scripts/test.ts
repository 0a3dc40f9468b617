import { checks } from './check.ts';
import { findChromium } from './chromium.ts';
import { forgetCounts, readCounts, readFailures, vitestReport } from './counts.ts';
import { inOrder, run } from './run.ts';

const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const onlyBrowser = process.argv.includes('--only');

function browserTests(): Promise<number> {
  return run('playwright', ['test', ...paths], { CHROMIUM_PATH: findChromium() });
}

/**
 * Real processes that are killed: one file after the other, so that they do not slow each other down. The chaos run
 * is for an evening: `npm test -- tests/sync/chaos`.
 */
function faultTests(): Promise<number> {
  const files = ['tests/sync/kill'];
  const args = ['run', '--project', 'faults', '--no-file-parallelism', ...files, ...vitestReport('faults')];
  return run('vitest', args, { CHROMIUM_PATH: findChromium() });
}

async function everything(): Promise<number> {
  forgetCounts();
  const code = await inOrder([
    ...checks,
    ['API tests', () => run('vitest', ['run', '--project', 'server', ...vitestReport('api')])],
    ['world tests', () => run('vitest', ['run', '--project', 'world', ...vitestReport('world')])],
    ['build', () => run('vite', ['build'])],
    ['browser tests', browserTests],
    ['kill tests', faultTests],
  ]);
  const { passed, failed, skipped } = readCounts();
  for (const failure of readFailures()) console.log(`\n${failure}`);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return code;
}

function chosenTests(): Promise<number> {
  const tests = (): Promise<number> => run('vitest', ['run', ...paths]);
  // These open the app in a browser: as it is now, not as it was built last.
  if (!paths.some((path) => /kill|chaos/.test(path))) return tests();
  return inOrder([
    ['build', () => run('vite', ['build'])],
    ['tests', tests],
  ]);
}

function chosen(): Promise<number> {
  if (onlyBrowser)
    return inOrder([
      ['build', () => run('vite', ['build'])],
      ['browser tests', browserTests],
    ]);
  return paths.length > 0 ? chosenTests() : everything();
}

try {
  process.exitCode = await chosen();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
