import { serveChart } from '../mirror/fetch-chart.ts';
import { hydratePages, nextPriority, renewHydration } from '../mirror/hydrate.ts';
import { readCookie, readHydration, type Engine, type Priority } from './engine.ts';
import { isPullDue, once, type Needs } from './needs.ts';
import type { StepWork } from './step-work.ts';

export type Step = { name: string; work: () => Promise<void> };

type Loop = {
  engine: Engine;
  needs: Needs;
  work: StepWork;
  isStopped(): boolean;
  onStepEnded(name: string): void;
};

/** What there is to do now, most urgent first. */
export async function stepsNow(loop: Loop): Promise<Step[]> {
  const { engine, needs, work } = loop;
  const isNew = (await readCookie(engine)) === null;
  const priority = isNew ? undefined : nextPriority(await readHydration(engine));
  const wanted = [...engine.wantedCharts];
  const [opened] = wanted.find(([, waiting]) => waiting.length > 0) ?? [];
  // Nobody waits for this one, so pushes and pulls go first.
  const [chart] = wanted[0] ?? [];
  const first = () => allOf(isNew ? [work.refreshSetup(), work.begin()] : [work.refreshSetup()]);
  const steps: (Step | false | undefined)[] = [
    needs.settle && { name: 'settle', work: once(needs, 'settle', work.settle) },
    needs.setup && { name: 'setup', work: once(needs, 'setup', first) },
    isNew && { name: 'cookie', work: work.begin },
    !isNew && needs.renew && { name: 'renew', work: once(needs, 'renew', () => renewHydration(engine)) },
    !isNew && opened !== undefined && { name: 'chart', work: () => serveChart(engine, opened) },
    needs.push && { name: 'push', work: work.pushSome },
    priority === 'P0' && pagesFrom(priority, loop),
    !isNew && isPullDue(needs) && { name: 'pull', work: once(needs, 'pull', work.pullSome) },
    !isNew && chart !== undefined && { name: 'chart', work: () => serveChart(engine, chart) },
    priority !== 'P0' && priority && pagesFrom(priority, loop),
    !isNew && needs.catchUp && { name: 'pull', work: once(needs, 'catchUp', work.pullSome) },
    needs.notes && !isNew && !priority && { name: 'notes', work: work.lookForNotes },
    needs.compare && !isNew && !priority && { name: 'compare', work: work.compareSome },
  ];
  return steps.filter((step) => step !== false && step !== undefined);
}

/** The step takes the name of the page it is at, because a page of the next priority may fail. */
function pagesFrom(first: Priority, loop: Loop): Step {
  const step: Step = {
    name: first,
    work: () =>
      hydratePages(
        loop.engine,
        first,
        (priority) => isTurnOf(priority, loop),
        (priority) => {
          if (priority === step.name) return;
          loop.onStepEnded(step.name);
          step.name = priority;
        },
      ),
  };
  return step;
}

/** Whether a page of this priority is still the most urgent work. */
function isTurnOf(priority: Priority, { engine, needs, isStopped }: Loop): boolean {
  const isQuiet = !isStopped() && !needs.push && engine.wantedCharts.size === 0;
  return isQuiet && (priority === 'P0' || !isPullDue(needs));
}

/** Waits for all, so that none is left running when another fails. */
async function allOf(works: Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(works);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
