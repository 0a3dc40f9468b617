/** What vitest's JSON report says of one run, as far as it is asked here. */
export type TestReport = {
  testResults: {
    name: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
};

export type Verdict = { found: true; by: string } | { found: false; why: string };

/** Code that cannot run proves nothing about its tests. */
const unrunnable =
  /^(SyntaxError|ReferenceError)\b|Transform failed|Failed to (resolve import|parse)|Cannot find module/;

/** Whether a test failed of what it asks; a file that could not be loaded finds nothing. */
export function judge(report: TestReport): Verdict {
  const files = report.testResults;
  const failed = files.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed'));
  const real = failed.find(({ failureMessages }) => !(failureMessages ?? []).some((text) => unrunnable.test(text)));
  if (real) return { found: true, by: real.fullName };
  if (failed.length > 0) return { found: false, why: 'the planted code does not run' };
  const unloaded = files.find(({ assertionResults, message }) => assertionResults.length === 0 && message);
  if (unloaded) return { found: false, why: `a test file could not be loaded: ${unloaded.message?.split('\n')[0]}` };
  return { found: false, why: 'every test passed' };
}

/** Files in which something failed or nothing ran, with the tests that failed. */
export function notGreen(report: TestReport, asked: readonly string[]): string[] {
  const ran = (path: string) =>
    report.testResults
      .filter(({ name }) => name.endsWith(`/${path}`))
      .flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'passed'));
  const idle = asked.filter((path) => ran(path).length === 0).map((path) => `${path}: no test passed`);
  const failed = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${name}: ${fullName}`),
  );
  return [...idle, ...failed];
}
