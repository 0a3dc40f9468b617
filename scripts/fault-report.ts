/** An error as vitest hands it over. */
export type Failure = { name: string; message: string; stack: string; cause?: Failure };

/** What became of each test of a run (fault-reporter.ts). */
export type TestReport = {
  files: {
    path: string;
    failures: Failure[];
    tests: { name: string; state: string; failures: Failure[] }[];
  }[];
};

/** `broke`: something failed, but nothing that a test asks; neither a find nor a miss. */
export type Verdict = { end: 'found'; by: string } | { end: 'missed' | 'broke'; why: string };

/** Only a test that saw what it must not see finds a fault; one that waited in vain or fell over proves nothing. */
export function judge({ files }: TestReport): Verdict {
  const tests = files.flatMap((file) => file.tests);
  const by = tests.find(({ failures }) => failures.some(isAsserted));
  if (by) return { end: 'found', by: `${by.name}: ${saidOf(by.failures.find(isAsserted))}` };
  const failure = [...tests, ...files].flatMap(({ failures }) => failures)[0];
  if (failure) return { end: 'broke', why: saidOf(failure) };
  const idle = files.length === 0 || files.some((file) => !file.tests.some(({ state }) => state === 'passed'));
  return idle ? { end: 'broke', why: 'a file ran no test' } : { end: 'missed', why: 'every test passed' };
}

function isAsserted({ name, message, stack, cause }: Failure): boolean {
  if (name === 'AssertionError' || name === 'TestingLibraryElementError') return true;
  // Fast-check wraps what the property threw.
  if (message.startsWith('Property failed')) return cause ? isAsserted(cause) : message.endsWith('by returning false');
  return name === 'Error' && isThrownByTest(stack);
}

/** Of the tests' own code; connections and timers of Node or vitest have other frames on top. */
function isThrownByTest(stack: string): boolean {
  const top = stack.split('\n').find((line) => line.trimStart().startsWith('at ')) ?? '';
  return /\.test\.tsx?:\d+/.test(top);
}

function saidOf(failure: Failure | undefined): string {
  const { name = '', message = '', cause } = failure ?? {};
  const said = `${name}: ${message.split('\n')[0]}`;
  return message.startsWith('Property failed') && cause ? `${said} (${saidOf(cause)})` : said;
}

/** Files in which something failed or nothing ran, with the tests that failed. */
export function notGreen({ files }: TestReport, asked: readonly string[]): string[] {
  const ran = (path: string) =>
    files.filter((file) => file.path.endsWith(`/${path}`)).flatMap(({ tests }) => tests.filter(isPassed));
  const idle = asked.filter((path) => ran(path).length === 0).map((path) => `${path}: no test passed`);
  const failed = files.flatMap(({ path, failures, tests }) => [
    ...failures.map((failure) => `${path}: ${saidOf(failure)}`),
    ...tests.filter(({ state }) => state === 'failed').map(({ name }) => `${path}: ${name}`),
  ]);
  return [...idle, ...failed];
}

function isPassed({ state }: { state: string }): boolean {
  return state === 'passed';
}
