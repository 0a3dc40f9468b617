import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults, type FaultRoom } from '../tests/faults/all.ts';
import { plant, type Fault } from '../tests/faults/fault.ts';
import { makeFaultCopy, type FaultCopy } from './fault-copy.ts';
import { judge, notGreen, type Verdict } from './fault-report.ts';

type Planted = { room: FaultRoom; fault: Fault };
type Result = Planted & { verdict: Verdict; seconds: number };

/** Faults of a room, or with a word in their name or file; all of them without an argument. */
function chosen(words: readonly string[]): Planted[] {
  const all = (Object.keys(faults) as FaultRoom[]).flatMap((room) => faults[room].map((fault) => ({ room, fault })));
  if (words.length === 0) return all;
  const isMeant = (word: string, { room, fault }: Planted) =>
    Object.hasOwn(faults, word) ? word === room : fault.name.includes(word) || fault.file.includes(word);
  return all.filter((one) => words.some((word) => isMeant(word, one)));
}

/** Planting where the code has changed would test something else. */
function assertPlantable(planted: readonly Planted[]): void {
  for (const { fault } of planted) plant(readFileSync(join(import.meta.dirname, '..', fault.file), 'utf8'), fault);
}

/** A red test would find every fault. */
async function assertGreen(copy: FaultCopy, planted: readonly Planted[]): Promise<void> {
  const paths = [...new Set(planted.flatMap(({ fault }) => fault.tests))];
  console.log(`${paths.length} test files without a fault`);
  const { report, output } = await copy.test(paths);
  const red = report ? notGreen(report, paths) : [output];
  if (red.length > 0) throw new Error(`These must be green before any fault is planted:\n${red.join('\n')}`);
}

async function tryOut(copy: FaultCopy, { room, fault }: Planted): Promise<Result> {
  const began = performance.now();
  const { report, output } = await copy.changed(
    fault.file,
    (text) => plant(text, fault),
    () => copy.test(fault.tests, '--bail=1'),
  );
  const verdict: Verdict = report ? judge(report) : { end: 'broke', why: `no report: ${output.slice(-500)}` };
  return { room, fault, verdict, seconds: (performance.now() - began) / 1000 };
}

function lineOf({ room, fault, verdict, seconds }: Result): string {
  const [word, how] = verdict.end === 'found' ? ['found', verdict.by] : [verdict.end.toUpperCase(), verdict.why];
  return `${word.padEnd(6)}  ${room.padEnd(8)}  ${seconds.toFixed(1).padStart(6)} s  ${fault.name}\n${' '.repeat(28)}${how}`;
}

async function main(copy: FaultCopy, planted: readonly Planted[]): Promise<number> {
  await assertGreen(copy, planted);
  const results: Result[] = [];
  for (const one of planted) {
    const result = await tryOut(copy, one);
    results.push(result);
    console.log(`${results.length}/${planted.length} ${result.verdict.end}: ${one.fault.name}`);
  }
  console.log(`\n${results.map(lineOf).join('\n')}`);
  const count = (end: Verdict['end']) => results.filter(({ verdict }) => verdict.end === end).length;
  console.log(`\n${count('found')} found, ${count('missed')} missed, ${count('broke')} broke`);
  return count('found') === results.length ? 0 : 1;
}

const planted = chosen(process.argv.slice(2));
let copy: FaultCopy | null = null;
// Also pressed twice: the copy goes first.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void Promise.resolve(copy?.remove()).finally(() => process.exit(130)));

try {
  if (planted.length === 0) throw new Error('No planted fault has this word in its name, room or file.');
  assertPlantable(planted);
  copy = makeFaultCopy();
  process.exitCode = await main(copy, planted);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await copy?.remove();
}
