import { AppError } from '#contract/base/errors.ts';
import { isFull } from '#local/store/full.ts';
import { dropUnopenedCharts } from '#local/store/charts.ts';
import { keptDays } from '#local/store/kept-days.ts';
import { forgetOldWrites } from '#local/drafts/own-writes.ts';
import { keepSetup } from '#local/store/setup.ts';
import { comparing } from '../compare/comparing.ts';
import { readCookie, readHydration, type Engine, type Priority } from './engine.ts';
import { serveChart } from '../mirror/fetch-chart.ts';
import { hydratePages, nextPriority, renewHydration, showHydration, takeCookie } from '../mirror/hydrate.ts';
import { lastNotes } from '../mirror/last-notes.ts';
import { pull, settleOutbox } from './pull.ts';
import { push } from './push.ts';
import { BlockedError } from './server-calls.ts';
import { turnedAway } from './turned-away.ts';
import { lookAgain } from '../mirror/unreadable.ts';
import { wantKept } from '../mirror/wanted-charts.ts';

/** What there may be to do; `compare`: prove that this device holds what the server holds. */
type Needs = { push?: boolean; pull?: boolean; setup?: boolean; compare?: boolean; notes?: boolean };

export type SyncLoop = {
  /** Something may have changed here or there: does what is to be done now. Resolves when it is done or has to wait. */
  wake(needs: Needs): Promise<void>;
  /** The same where a person asks or the way to the server is new: without the quiet after a failure. */
  wakeNow(needs: Needs): Promise<void>;
  /** Looks only at what was asked before, such as charts. */
  work(): Promise<void>;
  /** Shows a sentence until the work at hand is done, and at least as long as asked. */
  explain(sentence: string, leastMs?: number): void;
  stop(): void;
};

const pollMs = 60_000;
const longestPauseMs = 60_000;
/** What failed is not tried again sooner, however much is saved or heard of: a clinic's devices all do the same. */
const mostQuietMs = 5_000;
/** Until it has pulled, a device cannot say of when its data is. */
const mostBehindMs = 3_000;
/** No answer, however wrong, silences a device for longer. */
const longestWaitSeconds = 300;
/** Long enough to be read. */
const toldMs = 20_000;
const copySentence =
  'Another copy of this device’s data is in use, or an older one was put back. From now on this counts as a device of its own; nothing was lost, and what waits is sent.';

export const unreadableSentence =
  'The data on this device cannot be read or written. Reload the page; what waits is kept.';

type Step = { name: string; work: () => Promise<void> };

/**
 * One thing at a time, most urgent first. Nothing is fetched while something else is being stored, so an
 * older answer never lands on a newer one.
 */
export function syncLoop(engine: Engine, onSetup: () => Promise<void>): SyncLoop {
  const needs = {
    settle: true,
    setup: true,
    renew: true,
    push: true,
    pull: true,
    notes: false,
    compare: false,
    catchUp: false,
  };
  const comparison = comparing(engine);
  const notes = lastNotes(engine);
  const blocked = turnedAway(() => performance.now());
  let running: Promise<void> | null = null;
  let isStopped = false;
  let failures = 0;
  /** Work that the server refused for now: it comes after all other, so that it holds up nothing. */
  const held = new Set<string>();
  /** The server asked for quiet until then, by the clock that nobody sets. */
  let notBefore = 0;
  /** Until when work that failed is left alone, by name and the same clock. */
  const quietUntil = new Map<string, number>();
  /** Until when the pull after a new history may wait for the working set, by the same clock. */
  let catchUpBy = 0;
  let told: string | null = null;
  let toldUntil = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let reading: ReturnType<typeof setTimeout> | undefined;
  const poll = setInterval(() => void pollNow(), pollMs * (0.95 + Math.random() / 10));

  async function nextStep(): Promise<Step | undefined> {
    const all = await stepsNow();
    if (all.length === 0) onDone();
    const now = performance.now();
    const steps = all.filter(({ name }) => now >= (quietUntil.get(name) ?? 0));
    return steps.find(({ name }) => !held.has(name)) ?? steps[0];
  }

  /** What is to be done now, most urgent first. */
  async function stepsNow(): Promise<Step[]> {
    const isNew = (await readCookie(engine)) === null;
    const priority = isNew ? undefined : nextPriority(await readHydration(engine));
    const wanted = [...engine.wantedCharts];
    const [opened] = wanted.find(([, waiting]) => waiting.length > 0) ?? [];
    // Nobody waits for it: what was written here and what is new go first.
    const [chart] = wanted[0] ?? [];
    const first = () => allOf(isNew ? [refreshSetup(), begin()] : [refreshSetup()]);
    const steps: (Step | false | undefined)[] = [
      needs.settle && { name: 'settle', work: once('settle', takeUp) },
      needs.setup && { name: 'setup', work: once('setup', first) },
      isNew && { name: 'cookie', work: begin },
      !isNew && needs.renew && { name: 'renew', work: once('renew', () => renewHydration(engine)) },
      !isNew && opened !== undefined && { name: 'chart', work: () => serveChart(engine, opened) },
      needs.push && { name: 'push', work: pushSome },
      priority === 'P0' && pagesFrom(priority),
      !isNew && isPullDue() && { name: 'pull', work: once('pull', pullSome) },
      !isNew && chart !== undefined && { name: 'chart', work: () => serveChart(engine, chart) },
      priority !== 'P0' && priority && pagesFrom(priority),
      !isNew && needs.catchUp && { name: 'pull', work: once('catchUp', pullSome) },
      needs.notes && !isNew && !priority && { name: 'notes', work: lookForNotes },
      needs.compare && !isNew && !priority && { name: 'compare', work: compareSome },
    ];
    return steps.filter((step) => step !== false && step !== undefined);
  }

  /** Goes by the name of what it is at: a page of the next priority may be the one that fails. */
  function pagesFrom(first: Priority): Step {
    const step: Step = {
      name: first,
      work: () =>
        hydratePages(engine, first, isTurnOf, (priority) => {
          if (priority === step.name) return;
          cameThrough(step.name);
          step.name = priority;
        }),
    };
    return step;
  }

  /** Nothing came up that goes before a page of this priority. */
  function isTurnOf(priority: Priority): boolean {
    const isQuiet = !isStopped && !needs.push && engine.wantedCharts.size === 0;
    return isQuiet && (priority === 'P0' || !isPullDue());
  }

  function isPullDue(): boolean {
    return needs.pull || (needs.catchUp && performance.now() > catchUpBy);
  }

  /** What whoever led before left undone. */
  async function takeUp(): Promise<void> {
    await settleOutbox(engine);
    await wantKept(engine);
    await lookAgain(engine);
    await forgetOldWrites(engine.device);
  }

  /**
   * What the former history had said yes to waits again. The new one is as of now: what changes from here on is asked
   * for when it is heard of, and once more behind the working set where that comes fast.
   */
  async function begin(): Promise<void> {
    await takeCookie(engine);
    noLongerTurnedAway('cookie');
    Object.assign(needs, { push: true, pull: false, catchUp: true });
    catchUpBy = performance.now() + mostBehindMs;
  }

  async function pullSome(): Promise<void> {
    needs.catchUp = false;
    if ((await pull(engine)) === 'reset') needs.pull = true;
  }

  /** The need is taken back before the work, so that one arriving meanwhile is not lost; a failure brings it back. */
  function once(need: keyof typeof needs, work: () => Promise<void>): () => Promise<void> {
    return async () => {
      needs[need] = false;
      try {
        await work();
      } catch (error) {
        needs[need] = true;
        throw error;
      }
    };
  }

  async function refreshSetup(): Promise<void> {
    const setup = await engine.server.call('session.setup', {}).catch((error: unknown) => {
      // Where the server cannot be reached at all, nothing is known of its setup.
      const isServers = error instanceof AppError && !(error instanceof BlockedError);
      const isRefused = isServers && error.kind === 'unavailable' && engine.board.read().online;
      if (isRefused) engine.board.set({ setupFailed: true });
      throw error;
    });
    engine.board.set({ setupFailed: false });
    await keepSetup(engine.device, setup);
    await onSetup();
  }

  async function pushSome(): Promise<void> {
    needs.push = false;
    try {
      const pushed = await push(engine);
      if (pushed.preferences) needs.setup = true;
      if (pushed.sent > 0) needs.pull = true;
      if (pushed.again) needs.push = true;
      if (pushed.isCopy) explain(copySentence, toldMs);
      if (pushed.later)
        throw new AppError('unavailable', 'The server is busy. What waits here is kept and sent again soon.');
    } catch (error) {
      needs.push = true;
      throw error;
    }
  }

  async function compareSome(): Promise<void> {
    const next = await comparison.next();
    if (next === 'moved') needs.pull = true;
    if (next === 'done') needs.compare = false;
  }

  async function lookForNotes(): Promise<void> {
    needs.notes = await notes.next();
  }

  async function pollNow(): Promise<void> {
    const compare = await comparison.isDue().catch(() => false);
    needs.renew = true;
    // Not at the start: who has just come in saves something, and charts that are fetched meanwhile slow that down.
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
        // A working set that does not come keeps nobody from what is new.
        if (needs.catchUp) needs.pull = true;
        if (error instanceof BlockedError) tellOf(step.name, error);
        else noLongerTurnedAway(step.name);
        // Without a network everything fails alike, and the order stays.
        if (engine.board.read().online || isForOneStep(error)) held.add(step.name);
        quietUntil.set(step.name, performance.now() + Math.min(pauseMs(failures + 1, undefined), mostQuietMs));
        throw error;
      }
      cameThrough(step.name);
      failures = 0;
    }
  }

  function cameThrough(step: string): void {
    held.delete(step);
    noLongerTurnedAway(step);
  }

  function tellOf(step: string, error: BlockedError): void {
    const sentence = blocked.met(step, error);
    if (sentence) explain(sentence);
  }

  function noLongerTurnedAway(step: string): void {
    if (blocked.ended(step)) takeBack();
  }

  function onDone(): void {
    clearTimeout(pause);
    if (!isStopped) takeBack();
  }

  function takeBack(): void {
    clearTimeout(reading);
    const left = toldUntil - Date.now();
    if (left <= 0) explain(null);
    else reading = setTimeout(takeBack, left);
  }

  /** Only what this loop said is taken back by it. */
  function explain(sentence: string | null, leastMs = 0): void {
    toldUntil = Date.now() + leastMs;
    if (sentence !== null || engine.board.read().problem === told) engine.board.set({ problem: sentence });
    told = sentence;
  }

  async function work(): Promise<void> {
    if (isStopped || performance.now() < notBefore) return;
    running ??= run()
      .catch((error: unknown) => (isStopped ? undefined : onFailure(error)))
      .finally(() => {
        running = null;
      });
    await running;
  }

  async function onFailure(error: unknown): Promise<void> {
    failures += 1;
    for (const waiting of engine.wantedCharts.values()) for (const answer of waiting.splice(0)) answer(false);
    const sentence = problemOf(error);
    if (sentence) explain(sentence);
    if (isFull(error)) await dropUnopenedCharts(engine.device, 0, keptDays().from).catch(() => 0);
    const retryAfter =
      error instanceof AppError && error.retryAfter !== undefined
        ? Math.min(error.retryAfter, longestWaitSeconds)
        : undefined;
    notBefore = retryAfter === undefined ? 0 : performance.now() + retryAfter * 1_000;
    clearTimeout(pause);
    pause = setTimeout(
      () => {
        notBefore = 0;
        quietUntil.clear();
        void work();
      },
      pauseMs(failures, retryAfter),
    );
  }

  async function wake(asked: Needs): Promise<void> {
    if (asked.push) needs.push = true;
    if (asked.pull) needs.pull = true;
    if (asked.setup) needs.setup = true;
    if (asked.compare) needs.compare = true;
    if (asked.notes) needs.notes = true;
    const before = running;
    await work();
    // What was asked while the last step of an earlier run was finishing gets its own run.
    if (before && !isStopped && failures === 0) await work();
  }

  return {
    wake,
    wakeNow(asked) {
      quietUntil.clear();
      return wake(asked);
    },
    work() {
      quietUntil.clear();
      return work();
    },
    explain,
    stop() {
      isStopped = true;
      clearInterval(poll);
      clearTimeout(pause);
      clearTimeout(reading);
    },
  };
}

/** Others may come through, whatever is known of the way to the server. */
function isForOneStep(error: unknown): boolean {
  return error instanceof BlockedError || (error instanceof AppError && error.kind === 'too-many');
}

/** None is left running when another fails. */
async function allOf(works: Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(works);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Doubling from one second to one minute, spread so that a clinic's devices do not come back all at once. */
export function pauseMs(failures: number, retryAfter: number | undefined): number {
  const doubled = Math.min(longestPauseMs, 1_000 * 2 ** (failures - 1));
  return Math.max(retryAfter === undefined ? 0 : retryAfter * 1_000, doubled * (0.5 + Math.random() / 2));
}

/** Being offline or asked to wait is no problem to tell; the pill says it. */
function problemOf(error: unknown): string | null {
  if (isFull(error))
    return 'This device is full. What waits is kept; free some space, so that the rest can be fetched.';
  if (!(error instanceof AppError)) return unreadableSentence;
  if (error.kind === 'unavailable' || error.kind === 'too-many') return null;
  return error.message;
}
