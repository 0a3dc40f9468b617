import { ranTwice } from './reports.ts';
import { runStages, type Outcome, type Stage } from './schedule.ts';
import { lanes, type StageEnd } from './stages.ts';
import { isPassed, lineOf, summaryOf } from './summary.ts';

/** Runs all stages, prints what each said when it ends and the summary of all; resolves to the exit code. */
export async function runAll(stages: readonly Stage<StageEnd>[]): Promise<number> {
  const outcomes = await runStages(stages, lanes, {
    started: (name) => console.log(`— ${name} …`),
    ended: (outcome) => console.log(`${saidBy(outcome)}\n${lineOf(outcome)}\n`),
    hasPassed: isPassed,
  });
  const reports = outcomes.flatMap((one) => (one.state === 'ran' ? (one.result.report ?? []) : []));
  const twice = ranTwice(reports);
  if (twice.length > 0) console.log(`Run by two stages: ${twice.join(', ')}\n`);
  console.log(summaryOf(outcomes));
  return outcomes.every(isPassed) && twice.length === 0 ? 0 : 1;
}

function saidBy(outcome: Outcome<StageEnd>): string {
  const output = outcome.state === 'ran' ? outcome.result.output.trim() : '';
  return output === '' ? '' : `\n— ${outcome.name}\n${output}\n`;
}
