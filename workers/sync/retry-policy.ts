import { AppError } from '#contract/base/errors.ts';
import { BlockedError } from './server-calls.ts';

const longestPauseMs = 60_000;
/** What failed is not tried again sooner, however much is saved or heard of: a clinic's devices all do the same. */
const mostQuietMs = 5_000;
/** No answer, however wrong, silences a device for longer. */
const longestWaitSeconds = 300;

export type RetryPolicy = ReturnType<typeof retryPolicy>;

/** Which step is tried next, and when what failed is tried again; by the clock that nobody sets. */
export function retryPolicy() {
  /** Steps that failed come after all others, so that they hold up nothing. */
  const held = new Set<string>();
  /** Until when a step that failed is left alone, by its name. */
  const quietUntil = new Map<string, number>();
  /** The server asked for quiet until then. */
  let notBefore = 0;
  let failures = 0;

  return {
    hasFailed: () => failures > 0,
    mustWait: () => performance.now() < notBefore,
    /** Of steps in order of urgency, the first that may be tried now. */
    next<Step extends { name: string }>(steps: readonly Step[]): Step | undefined {
      const now = performance.now();
      const due = steps.filter(({ name }) => now >= (quietUntil.get(name) ?? 0));
      return due.find(({ name }) => !held.has(name)) ?? due[0];
    },
    /** Without a network every step fails alike, and the order stays. */
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
    /** A person asks, or the way to the server is new: what failed is tried at once. */
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

/** Other steps may come through, whatever is known of the way to the server. */
function isForOneStep(error: unknown): boolean {
  return error instanceof BlockedError || (error instanceof AppError && error.kind === 'too-many');
}

/** Doubles from one second to one minute, spread so that a clinic's devices do not come back all at once. */
export function pauseMs(failures: number, retryAfter: number | undefined): number {
  const doubled = Math.min(longestPauseMs, 1_000 * 2 ** (failures - 1));
  return Math.max(retryAfter === undefined ? 0 : retryAfter * 1_000, doubled * (0.5 + Math.random() / 2));
}
