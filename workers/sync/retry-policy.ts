import { AppError } from '#contract/base/errors.ts';
import { BlockedError } from './server-calls.ts';

const longestPauseMs = 60_000;
/** The longest quiet after a failed step. Saves do not end it: all devices of a clinic would retry at once. */
const mostQuietMs = 5_000;
/** The longest wait that an answer can ask for. */
const longestWaitSeconds = 300;

export type RetryPolicy = ReturnType<typeof retryPolicy>;

/** Decides which step is next and when a failed one is tried again, by a clock that nobody sets. */
export function retryPolicy() {
  /** Failed steps come after all others, so that they hold up nothing. */
  const held = new Set<string>();
  /** Until when a failed step is left alone, by its name. */
  const quietUntil = new Map<string, number>();
  /** The server asked to be left alone until then. */
  let notBefore = 0;
  let failures = 0;

  return {
    hasFailed: () => failures > 0,
    mustWait: () => performance.now() < notBefore,
    /** The first of these steps that may be tried now; they are in order of urgency. */
    next<Step extends { name: string }>(steps: readonly Step[]): Step | undefined {
      const now = performance.now();
      const due = steps.filter(({ name }) => now >= (quietUntil.get(name) ?? 0));
      return due.find(({ name }) => !held.has(name)) ?? due[0];
    },
    /** Without a network every step fails, so the order stays. */
    stepFailed(name: string, error: unknown, isOnline: boolean) {
      if (isOnline || isForOneStep(error)) held.add(name);
      quietUntil.set(name, performance.now() + Math.min(pauseMs(failures + 1, undefined), mostQuietMs));
    },
    stepEnded(name: string) {
      held.delete(name);
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
    },
    /** How long to pause after this failure, in ms. */
    pauseAfter(error: unknown): number {
      const asked = error instanceof AppError ? error.retryAfter : undefined;
      const retryAfter = asked === undefined ? undefined : Math.min(asked, longestWaitSeconds);
      notBefore = retryAfter === undefined ? 0 : performance.now() + retryAfter * 1_000;
      return pauseMs(failures, retryAfter);
    },
    /** Lets failed steps be tried at once: a person asks, or the network is new. */
    endQuiet() {
      quietUntil.clear();
    },
    /** The pause is over. */
    endWait() {
      notBefore = 0;
      quietUntil.clear();
    },
  };
}

/** Whether other steps may succeed all the same. */
function isForOneStep(error: unknown): boolean {
  return error instanceof BlockedError || (error instanceof AppError && error.kind === 'too-many');
}

/** Doubles from one second to one minute, spread so that a clinic's devices do not come back all at once. */
export function pauseMs(failures: number, retryAfter: number | undefined): number {
  const doubled = Math.min(longestPauseMs, 1_000 * 2 ** (failures - 1));
  return Math.max(retryAfter === undefined ? 0 : retryAfter * 1_000, doubled * (0.5 + Math.random() / 2));
}
