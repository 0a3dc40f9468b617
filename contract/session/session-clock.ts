import { sessionCountdownMs, sessionWarningMs } from './limits.ts';

/**
 * When the session dialog appears (spec 9: 89 minutes after a token is obtained). Tokens are renewed silently
 * every quarter of an hour, also while nobody is there, so those do not count. What counts is a token obtained
 * through a person's doing: signing in, unlocking, opening the app, choosing to stay, and the renewal made at
 * the 89th minute for somebody who used the app within the last five. So whoever works is never asked, and
 * whoever went away is.
 *
 * Without the server nothing is asked and nothing counts down: nobody can be signed out by it, nor stay by it.
 * The idle lock goes on. All times in ms of `AwakeClock`.
 */
export type SessionClock = {
  obtainedAt: number;
  /** Time that does not count, because the server could not be reached. */
  heldMs: number;
  lookedAt: number;
  /** `uncertain`: the end went by unseen, or the token could not be renewed. */
  stage: 'quiet' | 'warned' | 'uncertain';
};

export type SessionStep = 'none' | 'renew' | 'leave';

/** Who used the app this recently is at work. */
export const atWorkMs = 300_000;
/** Longer than a browser keeps the timers of a hidden tab waiting: this page slept. */
const sleptMs = 120_000;

export function tokenObtained(now: number): SessionClock {
  return { obtainedAt: now, heldMs: 0, lookedAt: now, stage: 'quiet' };
}

/** Looks at the clock: the stage the dialog is in, and what is to be done now. */
export function lookAtSession(
  before: SessionClock,
  { now, sinceUse, canRenew }: { now: number; sinceUse: number; canRenew: boolean },
): { clock: SessionClock; step: SessionStep } {
  const passed = Math.max(0, now - before.lookedAt);
  const clock = { ...before, lookedAt: now };
  const over = overdue(clock);
  if (over < 0 || clock.stage === 'uncertain') return { clock, step: 'none' };
  if (!canRenew) return { clock: { ...clock, heldMs: clock.heldMs + Math.min(passed, over) }, step: 'none' };
  if (clock.stage === 'quiet' && sinceUse <= atWorkMs) return { clock, step: 'renew' };
  if (over < sessionCountdownMs) return { clock: { ...clock, stage: 'warned' }, step: 'none' };
  if (clock.stage === 'quiet' || passed > sleptMs) return { clock: { ...clock, stage: 'uncertain' }, step: 'none' };
  return { clock, step: 'leave' };
}

/** ms the dialog still counts down. */
export function sessionLeft(clock: SessionClock): number {
  return Math.min(sessionCountdownMs, Math.max(0, sessionCountdownMs - overdue(clock)));
}

function overdue({ obtainedAt, heldMs, lookedAt }: SessionClock): number {
  return lookedAt - obtainedAt - heldMs - sessionWarningMs;
}
