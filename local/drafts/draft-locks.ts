import { device, type Device } from '../store/device.ts';
import { baseOf, draftKeys, readDraft, readTurn, readWritten } from './drafts.ts';
import { newId } from '../store/new-id.ts';

/*
 * Several tabs may have one form open: each keeps what is typed in it as a draft of its own, the second tab beside the
 * first. A tab that dies lets go of its place, and who opens the form next is offered what lies there.
 */

export type DraftLock = { key: string; release: Release };
/** Whether a form can take over what a tab left; `turn` tells when that was written last. */
export type Fits<T> = (left: T, at: { key: string; turn: number }) => boolean;
type Left<T> = DraftLock & { left: T; turn: number };
/** Lets another tab have it. */
type Release = () => Promise<void>;

let looking: Promise<unknown> = Promise.resolve();

/**
 * Takes over a draft of this form that nobody has before them and that fits; `first` is looked at first. One form looks
 * at a time: two that are opened together would each find the other's held, where it is only being looked at.
 */
export function takeLeft<T>(
  base: string,
  fits: Fits<T> = () => true,
  first: string | null = null,
  on: Device = device(),
): Promise<Left<T> | null> {
  const found = looking.then(() => findLeft(base, fits, first, on));
  looking = found.catch(() => undefined);
  return found;
}

async function findLeft<T>(base: string, fits: Fits<T>, first: string | null, on: Device): Promise<Left<T> | null> {
  for (const key of await keysOf(base, first, on)) {
    const release = await holdAlone(key, on);
    if (!release) continue;
    const left = await orRelease(release, readWritten<T>(key, on));
    if (left && fits(left.value, { key, turn: left.turn })) return { key, left: left.value, turn: left.turn, release };
    await release();
  }
  return null;
}

/** What could not be read is not held either. */
async function orRelease<T>(release: Release, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    await release();
    throw error;
  }
}

/** A place for what is typed now: that of the form itself, or one beside it where somebody or something is there. */
export async function takeFree(base: string, on: Device = device()): Promise<DraftLock> {
  const release = await holdAlone(base, on);
  if (release && !(await orRelease(release, draftKeys(on))).includes(base)) return { key: base, release };
  await release?.();
  const key = `${base}~${newId()}`;
  return { key, release: (await holdAlone(key, on)) ?? (async () => undefined) };
}

/** The same without taking it: what would be offered to who opens this form now. */
export async function peekLeft<T>(base: string, first: string | null = null): Promise<T | undefined> {
  // Before anything is asked of it: on a locked device one of two questions would fail with nobody to hear of it.
  const on = device();
  const [keys, open] = await Promise.all([keysOf(base, first, on), openKeys(on)]);
  for (const key of keys) {
    const left = open.has(key) ? undefined : await readDraft<T>(key);
    if (left !== undefined) return left;
  }
  return undefined;
}

async function keysOf(base: string, first: string | null, on: Device): Promise<string[]> {
  const keys = (await draftKeys(on)).filter((key) => baseOf(key) === base);
  const turns = new Map(await Promise.all(keys.map(async (key) => [key, (await readTurn(key, on)) ?? 0] as const)));
  // Of several the one that was written last.
  const later = (a: string, b: string) => (turns.get(b) ?? 0) - (turns.get(a) ?? 0);
  return keys.toSorted((a, b) => Number(b === first) - Number(a === first) || later(a, b));
}

const listeners = new Set<() => void>();
let ends = 0;

/** How often a screen of this tab was done with what was typed in it. */
export function typingEnds(): number {
  return ends;
}

export function onTypingEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellEnded(): void {
  ends += 1;
  for (const listener of listeners) listener();
}

/** Null where another has it before them, in whatever tab; a tab that dies lets go of it. */
export async function holdAlone(key: string, on: Device = device()): Promise<Release | null> {
  const held = Promise.withResolvers<void>();
  const got = Promise.withResolvers<boolean>();
  const done = navigator.locks.request(lockPrefix(on) + key, { ifAvailable: true }, (lock) => {
    got.resolve(lock !== null);
    return lock ? held.promise : undefined;
  });
  done.catch(got.reject);
  if (!(await got.promise)) return null;
  return () => {
    held.resolve();
    return done.then(tellEnded);
  };
}

/** The drafts that somebody has before them, in whatever tab. */
export async function openKeys(of: Device): Promise<Set<string>> {
  const prefix = lockPrefix(of);
  const { held = [], pending = [] } = await navigator.locks.query();
  const names = [...held, ...pending].map(({ name = '' }) => name).filter((name) => name.startsWith(prefix));
  return new Set(names.map((name) => name.slice(prefix.length)));
}

function lockPrefix({ site, UserId }: Device): string {
  return `typing:${site}:${UserId}:`;
}
