import { schemaVersion } from '#contract/entities.ts';
import { device } from './device.ts';
import { placeOf, seal, tryOpen } from './seal.ts';
import { orFull } from './full.ts';

/** Keeps something half-written under a key of opaque ids; resolves when it is on disk. */
export async function saveDraft(key: string, value: unknown): Promise<void> {
  const to = device();
  const sealed = await seal(to.dataKey, placeOf('drafts', key), value);
  await orFull(to, () => to.outbox.drafts.put({ key, schemaVersion, ...sealed }));
}

export async function readDraft<T>(key: string): Promise<T | undefined> {
  const from = device();
  const kept = await from.outbox.drafts.get(key);
  if (!kept) return undefined;
  return Promise.resolve(tryOpen<T>(from.dataKey, placeOf('drafts', key, kept.schemaVersion), kept));
}

export async function dropDraft(key: string): Promise<void> {
  await device().outbox.drafts.delete(key);
}

/** The keys of everything half-written, of opaque ids. */
export async function draftKeys(): Promise<string[]> {
  return device().outbox.drafts.toCollection().primaryKeys();
}

export async function countDrafts(): Promise<number> {
  return device().outbox.drafts.count();
}
