import { AppError } from '#contract/base/errors.ts';
import { isFull } from '#local/store/full.ts';
import { BlockedError } from './server-calls.ts';
import type { StateBoard } from './sync-state.ts';
import { turnedAway } from './turned-away.ts';

export const unreadableSentence =
  'The data on this device can’t be read or saved. Waiting changes are kept. Reload the page.';

export type SyncNotices = ReturnType<typeof syncNotices>;

/** The sentence on the board about the current work. It goes when the work is done. */
export function syncNotices(board: StateBoard) {
  const blocked = turnedAway(() => performance.now());
  let shown: string | null = null;
  let shownUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Replaces only its own sentence by nothing. */
  function show(sentence: string | null, leastMs = 0): void {
    shownUntil = Date.now() + leastMs;
    if (sentence !== null || board.read().problem === shown) board.set({ problem: sentence });
    shown = sentence;
  }

  function takeBack(): void {
    clearTimeout(timer);
    const left = shownUntil - Date.now();
    if (left <= 0) show(null);
    else timer = setTimeout(takeBack, left);
  }

  function stepEnded(step: string): void {
    if (blocked.ended(step)) takeBack();
  }

  return {
    /** Shows a sentence until the work is done, and at least for `leastMs`. */
    show,
    takeBack,
    /** Explains a step that is blocked for a while. A step that fails for another reason is no longer blocked. */
    stepFailed(step: string, error: unknown) {
      if (!(error instanceof BlockedError)) return stepEnded(step);
      const sentence = blocked.met(step, error);
      if (sentence) show(sentence);
    },
    stepEnded,
    failed(error: unknown) {
      const sentence = problemOf(error);
      if (sentence) show(sentence);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}

/** Null for a lost network or a busy server: the pill shows those. */
function problemOf(error: unknown): string | null {
  if (isFull(error)) return 'This device is full. Waiting changes are kept. Free some space to load the rest.';
  if (!(error instanceof AppError)) return unreadableSentence;
  if (error.kind === 'unavailable' || error.kind === 'too-many') return null;
  return error.message;
}
