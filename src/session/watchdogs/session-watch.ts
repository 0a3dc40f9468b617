import { useSyncExternalStore } from 'react';
import { lookAtSession, sessionLeft, tokenObtained, type SessionClock } from '#contract/session/session-clock.ts';
import { syncState } from '#shared/sync-state.ts';
import { idleTimeout } from '../idle-timeout.ts';
import { expireSession, lockSession, signOut } from '../session-leave.ts';
import { refreshToken } from '../token.ts';
import { awakeNow } from './awake.ts';
import { personChannel, type PersonChannel } from './person-channel.ts';
import { watchTime, watchUse } from './use.ts';

/** What the session dialog shows; null while it is closed. */
export type SessionWarning = {
  isCertain: boolean;
  /** ms to the end; it stands still while the server is away. */
  leftMs: number;
  isHeld: boolean;
  /** A person chose to stay and the server did not answer. */
  isAway: boolean;
};

/** After this long the server is asked again whether it is back. */
const askAgainMs = 60_000;

let clock: SessionClock = tokenObtained(0);
let usedAt = 0;
let isAway = false;
let askedAt = 0;
let isEnding = false;
let channel: PersonChannel | null = null;
let warning: SessionWarning | null = null;
const listeners = new Set<() => void>();

/** Watches over a signed-in person's time: the idle lock and the session dialog. Ends by the function it gives. */
export function watchSession(who: { site: string; UserId: string }): () => void {
  usedAt = awakeNow();
  clock = tokenObtained(usedAt);
  [isAway, isEnding] = [false, false];
  const news = personChannel(who, ({ kind }) => (kind === 'used' ? use() : restart()));
  channel = news;
  // Opening the app is a use, and a token comes with it.
  news.tell({ kind: 'used' });
  news.tell({ kind: 'obtained' });
  const ends = [
    watchUse(() => {
      if (use()) news.tell({ kind: 'used' });
    }),
    watchTime(look),
  ];
  return () => {
    for (const end of ends) end();
    news.close();
    channel = null;
    show(null);
  };
}

/** False when the time was over already: the touch that wakes a machine does not keep it open. */
function use(): boolean {
  look();
  if (isEnding) return false;
  usedAt = awakeNow();
  return true;
}

function restart(): void {
  clock = tokenObtained(awakeNow());
  isAway = false;
  show(null);
}

function look(): void {
  if (isEnding) return;
  const now = awakeNow();
  if (now - usedAt >= idleTimeout()) return void lock();
  const canRenew = isServerThere();
  const { clock: next, step } = lookAtSession(clock, { now, sinceUse: now - usedAt, canRenew });
  clock = next;
  if (step === 'leave') return void leave();
  if (step === 'renew' || (isAway && now - askedAt >= askAgainMs)) void renew();
  showClock(canRenew);
}

/** The sync worker knows best whether the server answers. */
function isServerThere(): boolean {
  return navigator.onLine && syncState().online && !isAway;
}

function showClock(canRenew: boolean): void {
  if (clock.stage === 'quiet') return show(null);
  show({ isCertain: clock.stage === 'warned', leftMs: sessionLeft(clock), isHeld: !canRenew, isAway });
}

/** For somebody at work, without a word; fails quietly while the server is away. */
async function renew(): Promise<void> {
  const now = awakeNow();
  if (now - askedAt < askAgainMs && askedAt > 0) return;
  askedAt = now;
  const outcome = await refreshToken();
  if (outcome === 'away') isAway = true;
  if (outcome !== 'fresh') return;
  isAway = false;
  if (clock.stage === 'quiet') obtained();
}

function obtained(): void {
  restart();
  channel?.tell({ kind: 'obtained' });
}

/** A person stays: with a new token, or without the server by working on on this device. */
export async function staySignedIn(): Promise<void> {
  const wasAway = isAway;
  askedAt = awakeNow();
  const outcome = await refreshToken();
  if (outcome === 'fresh') return obtained();
  if (outcome === 'over') return;
  isAway = true;
  if (wasAway || !navigator.onLine) {
    clock = tokenObtained(awakeNow());
    return show(null);
  }
  clock = { ...clock, stage: 'uncertain' };
  showClock(false);
}

export async function logOut(): Promise<void> {
  isEnding = true;
  await signOut();
}

async function lock(): Promise<void> {
  isEnding = true;
  // What cannot be put on disk would be lost by locking: it is tried again at the next look.
  const isLocked = await lockSession();
  if (!isLocked) isEnding = false;
}

async function leave(): Promise<void> {
  isEnding = true;
  await expireSession();
}

function show(next: SessionWarning | null): void {
  if (next === warning) return;
  warning = next;
  for (const listener of listeners) listener();
}

/** Looks once a second as long as the dialog counts down. */
export function useSessionWarning(): SessionWarning | null {
  return useSyncExternalStore(subscribe, () => warning);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export { look as lookAtTime };
