import { dropUnopenedCharts } from '#local/store/charts.ts';
import { isFull } from '#local/store/full.ts';
import { keptDays } from '#local/store/kept-days.ts';
import { showHydration } from '../mirror/hydrate.ts';
import type { Engine } from './engine.ts';
import { addNeeds, needsAtStart, type Asked } from './needs.ts';
import { retryPolicy } from './retry-policy.ts';
import { stepWork } from './step-work.ts';
import { stepsNow, type Step } from './steps.ts';
import { syncNotices } from './sync-notices.ts';

export type SyncLoop = {
  /** Adds needs and works on them. Resolves when all is done or has to wait. */
  wake(asked: Asked): Promise<void>;
  /** The same without the quiet after a failure: a person asks, or the network is new. */
  wakeNow(asked: Asked): Promise<void>;
  /** Works on what was asked before, such as charts. */
  work(): Promise<void>;
  /** Shows a sentence until the work at hand is done, and at least as long as asked. */
  explain(sentence: string, leastMs?: number): void;
  stop(): void;
};

const pollMs = 60_000;

/**
 * Does one step at a time, most urgent first. An answer is stored before the next question, so it never lands on a newer
 * one.
 */
export function syncLoop(engine: Engine, onSetup: () => Promise<void>): SyncLoop {
  const needs = needsAtStart();
  const retries = retryPolicy();
  const notices = syncNotices(engine.board);
  const works = stepWork(engine, needs, notices, onSetup);
  let running: Promise<void> | null = null;
  let isStopped = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const poll = setInterval(() => void pollNow(), pollMs * (0.95 + Math.random() / 10));

  async function pollNow(): Promise<void> {
    const compare = await works.isComparisonDue().catch(() => false);
    needs.renew = true;
    // Not at the start: fetching charts then would slow down the first save.
    await wake({ push: true, pull: true, compare, notes: true });
  }

  async function run(): Promise<void> {
    await showHydration(engine);
    for (;;) {
      const step = await nextStep();
      if (!step || isStopped) break;
      try {
        await step.work();
      } catch (error) {
        onStepFailed(step, error);
        throw error;
      }
      onStepEnded(step.name);
      retries.succeeded();
    }
  }

  async function nextStep(): Promise<Step | undefined> {
    const all = await stepsNow({ engine, needs, work: works, isStopped: () => isStopped, onStepEnded });
    if (all.length === 0) onDone();
    return retries.next(all);
  }

  function onStepFailed({ name }: Step, error: unknown): void {
    // Where the working set fails, new changes are still pulled.
    if (needs.catchUp) needs.pull = true;
    notices.stepFailed(name, error);
    retries.stepFailed(name, error, engine.board.read().online);
  }

  function onStepEnded(name: string): void {
    retries.stepEnded(name);
    notices.stepEnded(name);
  }

  function onDone(): void {
    clearTimeout(pause);
    if (!isStopped) notices.takeBack();
  }

  async function work(): Promise<void> {
    if (isStopped || retries.mustWait()) return;
    running ??= run()
      .catch((error: unknown) => (isStopped ? undefined : onFailure(error)))
      .finally(() => {
        running = null;
      });
    await running;
  }

  async function onFailure(error: unknown): Promise<void> {
    retries.failed();
    for (const waiting of engine.wantedCharts.values()) for (const answer of waiting.splice(0)) answer(false);
    notices.failed(error);
    if (isFull(error)) await dropUnopenedCharts(engine.device, 0, keptDays().from).catch(() => 0);
    const pauseMs = retries.pauseAfter(error);
    clearTimeout(pause);
    pause = setTimeout(() => {
      retries.endWait();
      void work();
    }, pauseMs);
  }

  async function wake(asked: Asked): Promise<void> {
    addNeeds(needs, asked);
    const before = running;
    await work();
    // A need added while an earlier run was finishing gets its own run.
    if (before && !isStopped && !retries.hasFailed()) await work();
  }

  return {
    wake,
    wakeNow(asked) {
      retries.endQuiet();
      return wake(asked);
    },
    work() {
      retries.endQuiet();
      return work();
    },
    explain: notices.show,
    stop() {
      isStopped = true;
      clearInterval(poll);
      clearTimeout(pause);
      notices.stop();
    },
  };
}
