/** When the server last confirmed a person here, and how the clock of this machine went since; ms since 1970. */
export type Proof = { provedAt: number; seenAt?: number };

/** How long this device opens without the server (sync.md). */
export const offlineMs = 72 * 3_600_000;
/** The network corrects a clock by less; set back further, it proves nothing. */
const slackMs = 300_000;
/** A clock is set by hand to the minute. */
const agreesMs = 120_000;

export type ProofState = 'holds' | 'ended' | 'clockSetBack';

/**
 * Whether the last online proof still counts. `seenAt` is the latest time this device has ever shown since
 * then: time that has passed stays passed, and a clock before it was set back.
 */
export function proofState({ provedAt, seenAt = provedAt }: Proof, now: number): ProofState {
  const latest = Math.max(provedAt, seenAt);
  if (now < latest - slackMs) return 'clockSetBack';
  return Math.max(now, latest) - provedAt <= offlineMs ? 'holds' : 'ended';
}

/**
 * The proof by a clock that was fast and has been set right: the step back agrees with `clockOffset`, which the
 * server's clock last told (server minus device, in ms). What of the proof was used up stays used up. Undefined for
 * any other clock.
 */
export function setRight(
  { provedAt, seenAt = provedAt }: Proof,
  now: number,
  clockOffset: number,
): Required<Proof> | undefined {
  const latest = Math.max(provedAt, seenAt);
  const isBack = now < latest - slackMs;
  if (!isBack || now < latest + clockOffset - agreesMs) return undefined;
  return { provedAt: provedAt + clockOffset, seenAt: latest + clockOffset };
}

/** The latest time seen, worth storing when it moved on by more than a clock may be wrong. */
export function seenNow({ provedAt, seenAt = provedAt }: Proof, now: number): number | undefined {
  return now - seenAt >= slackMs ? now : undefined;
}

export const proofSentence: Record<Exclude<ProofState, 'holds'>, string> = {
  ended: 'You last signed in online more than 72 hours ago. Go online and sign in again. Your saved work is kept.',
  clockSetBack:
    'This device’s clock was set back, so you can’t unlock it offline. Go online and sign in again. Your saved work is kept.',
};
