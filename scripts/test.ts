import { checks } from './check.ts';
import { findChromium } from './chromium.ts';
import { forgetCounts, readCounts, vitestReport } from './counts.ts';
import { inOrder, run } from './run.ts';

const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const onlyBrowser = process.argv.includes('--only');

function browserTests(): Promise<number> {
  return run('playwright', ['test', ...paths], { CHROMIUM_PATH: findChromium() });
}

/**
 * Real processes that are killed: one file after the other, so that they do not slow each other down. Killed tabs
 * and the chaos run are for an evening: `npm test -- tests/sync/kill/tab-kill`, `npm test -- tests/sync/chaos`.
 */
function faultTests(): Promise<number> {
  const files = ['tests/sync/kill/network', 'tests/sync/kill/server-kill'];
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
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return code;
}

function chosen(): Promise<number> {
  if (onlyBrowser)
    return inOrder([
      ['build', () => run('vite', ['build'])],
      ['browser tests', browserTests],
    ]);
  return paths.length > 0 ? run('vitest', ['run', ...paths]) : everything();
}

try {
  process.exitCode = await chosen();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
