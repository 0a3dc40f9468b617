import { schemaVersion } from '#contract/schema-version.ts';
import type { StoredDraft } from '../store/db.ts';
import { device, stillOpen, whileOpen, type Device } from '../store/device.ts';
import { sealContext, seal, tryOpen } from '../keys/seal.ts';
import { orFull } from '../store/full.ts';

let lastTurn = 0;

/** Of two writings of one draft the later has the higher turn. */
export function nextTurn(): number {
  lastTurn = Math.max(lastTurn + 1, Date.now());
  return lastTurn;
}

/** What is written from now on is later than this, also where the clock has been set back. */
export function sawTurn(turn: number | undefined): void {
  lastTurn = Math.max(lastTurn, turn ?? 0);
}

export function draftFolder({ site, UserId }: Pick<Device, 'site' | 'UserId'>): string {
  return `drafts/${site}/${UserId}`;
}

/** Where the copy of a draft lies while it is typed (draft-copies.ts). */
export function copyPath(of: Pick<Device, 'site' | 'UserId'>, key: string): string {
  return `${draftFolder(of)}/${encodeURIComponent(key)}`;
}

/** Of the form that corrects a refused call. */
export const resendKey = (mid: number) => `form:resend:${mid}`;

/** The form a draft is of: where two tabs have it open, one keeps its text under a key beside the form's own. */
export function baseOf(key: string): string {
  return key.split('~', 1)[0] ?? key;
}

/** Keeps something half-written under a key of opaque ids; resolves with its turn when it is on disk. */
export async function saveDraft(key: string, value: unknown, to: Device = device()): Promise<number> {
  const draft = await sealDraft(to, { key, turn: nextTurn(), value });
  await orFull(stillOpen(to), () => to.outbox.drafts.put(draft));
  return draft.turn;
}

/** `written` is told once it is on disk. `on`: the device on which the save was begun, as of a form. */
export type WrittenDraft = { key: string; turn: number; value: unknown; written?: () => void; on?: Device };
/** A form that is saved by its button; without a key nothing of it was written yet. */
export type SavedForm = { key: string | undefined; on: Device };

/**
 * What becomes of a draft by the calls it is saved as, in the same transaction: it goes, or is written as it is from
 * then on. Without that a restored draft would not know of its own calls.
 */
export type Settles = string | WrittenDraft | SavedForm;

/** The device on which a save was begun: its calls are written there, however long it took until now. */
export function deviceOf(settles: Settles | undefined): Device {
  return typeof settles === 'object' && settles.on ? stillOpen(settles.on) : device();
}

/** Sealed before a transaction begins: none may wait for a cipher. */
export async function sealDraft(
  to: Device,
  { key, turn, value }: Pick<WrittenDraft, 'key' | 'turn' | 'value'>,
): Promise<StoredDraft & { turn: number }> {
  return { key, schemaVersion, turn, ...(await seal(to.dataKey, sealContext('drafts', key), value)) };
}

/** A draft with its turn; 0 in those of an older app. */
export async function readWritten<T>(
  key: string,
  from: Device = device(),
): Promise<{ value: T; turn: number } | undefined> {
  const kept = await from.outbox.drafts.get(key);
  const value = kept && (await openDraft<T>(from, kept));
  return value === undefined ? undefined : { value, turn: kept?.turn ?? 0 };
}

/** Which writing of a draft is on disk; undefined where none is. */
export async function readTurn(key: string, from: Device = device()): Promise<number | undefined> {
  return (await from.outbox.drafts.get(key))?.turn;
}

export function readDraft<T>(key: string): Promise<T | undefined> {
  return whileOpen(async (from) => {
    const kept = await from.outbox.drafts.get(key);
    return kept && openDraft<T>(from, kept);
  });
}

/** Undefined for what only a former password opens. */
export function openDraft<T>(from: Device, kept: StoredDraft): Promise<T | undefined> {
  sawTurn(kept.turn);
  return Promise.resolve(tryOpen<T>(from.dataKey, sealContext('drafts', kept.key, kept.schemaVersion), kept));
}

export async function dropDraft(key: string, from: Device = device()): Promise<void> {
  // First, so that it does not bring back what was dropped.
  await dropCopy(key, from);
  await dropRecord(key, from);
}

/** The copy of a draft, without the draft. */
export async function dropCopy(key: string, from: Device = device()): Promise<void> {
  await from.files.remove(copyPath(from, key));
}

/** The draft without its copy. */
export async function dropRecord(key: string, from: Device = device()): Promise<void> {
  await from.outbox.drafts.delete(key);
}

/** Rows beside the drafts that are none (own-writes.ts). */
export const ownWritesPrefix = 'own:';

export function isDraft(key: string): boolean {
  return !key.startsWith(ownWritesPrefix);
}

/** The keys of everything half-written, of opaque ids. */
export async function draftKeys(from: Device = device()): Promise<string[]> {
  return (await from.outbox.drafts.toCollection().primaryKeys()).filter(isDraft);
}
