import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import type { Failure, TestReport } from './fault-report.ts';

/** Writes what became of each test to FAULT_REPORT. Vitest's JSON leaves out what an error was caused by. */
export default class FaultReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env['FAULT_REPORT'];
    if (!file) throw new Error('FAULT_REPORT names no file.');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ files: modules.map(fileOf) } satisfies TestReport));
  }
}

function fileOf(module: TestModule): TestReport['files'][number] {
  const suites = [...module.children.allSuites()];
  return {
    path: module.moduleId,
    // Of the file as a whole, and of the hooks of its groups.
    failures: [...module.errors(), ...suites.flatMap((suite) => suite.errors())].map(failureOf),
    tests: [...module.children.allTests()].map((test) => {
      const { state, errors = [] } = test.result();
      return { name: test.fullName, state, failures: errors.map(failureOf) };
    }),
  };
}

function failureOf({ name, message, stack, cause }: SerializedError): Failure {
  return { name: name ?? '', message, stack: stack ?? '', ...(cause && { cause: failureOf(cause) }) };
}
