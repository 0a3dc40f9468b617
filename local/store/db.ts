import { Dexie, type Table } from 'dexie';
import { type EntityName, entityNames, keptRows } from '#contract/kept-rows.ts';
import { schemaVersion } from '#contract/schema-version.ts';
import type { Sealed } from '../keys/seal.ts';

/**
 * One mirrored row of the clinic's own: its key and the server's version of it, everything else sealed; and its day,
 * where rows are kept by that.
 */
export type MirrorRow = Sealed & { key: string; version: string; day?: string };

/**
 * What is in clear of the rows of a bundle, by entity: a line each with key, the server's version and, of a visit, the
 * day. Text, because a thousand properties are slow to copy (row-marks.ts).
 */
export type Marks = { [E in EntityName]?: string };

/**
 * Rows that are read and written together, sealed as one: a patient with cases, insurances and visits, or what
 * hangs on a visit. `key` is the PatientId or VisitId.
 */
export type StoredBundle = Sealed & {
  key: string;
  PatientId: string;
  marks: Marks;
};

export const bundleTables = ['patientBundles', 'visitBundles'] as const;
export type BundleTable = (typeof bundleTables)[number];

/** In which bundle rows are, for keys that end alike; one text (places.ts). */
export type Places = { part: number; text: string };

/** When the visit bundles of a patient were last written: another random value each time (bundles.ts). */
export type VisitsWritten = { PatientId: string; n: Uint8Array<ArrayBuffer> };

/** The patients with a visit on a day, as one text of ids (places.ts). */
export type VisitDay = { day: string; PatientIds: string };

/** `cookie`, `hydration` and `acked` are clear; `setup` and `mirrorKey` are sealed with the data key. */
export type KeptValue = { key: string; value?: unknown; sealed?: Sealed };

/** 500 patient names, sealed together. */
export type NamePage = Sealed & { page: number };

/**
 * A patient of whom this device holds rows; times in ms. `hydratedAt` is null until the whole chart was fetched;
 * `workingAt` is when it last came with the working set; `isWanted` while the device has to fetch it by itself.
 */
export type LocalChart = {
  PatientId: string;
  openedAt: number;
  hydratedAt: number | null;
  workingAt?: number;
  isWanted?: boolean;
};

export type MirrorDatabase = Dexie & {
  kv: Table<KeptValue, string>;
  namePages: Table<NamePage, number>;
  charts: Table<LocalChart, string>;
  patientBundles: Table<StoredBundle, string>;
  visitBundles: Table<StoredBundle, string>;
  places: Table<Places, number>;
  visitDays: Table<VisitDay, string>;
  visitsWritten: Table<VisitsWritten, string>;
};

/**
 * `acked`: the server has run it, and it is still shown from here until a pull brings its result. `kept`: it is done, and
 * offered again should the server lose it within a while (kept-calls.ts).
 */
export type CallState = 'waiting' | 'acked' | 'parked' | 'discarded' | 'kept';

/** One call in the outbox. `id` and `device` are part of the place it is sealed for. */
export type StoredCall = Sealed & {
  mid: number;
  id: string;
  device: string;
  state: CallState;
  schemaVersion: number;
  /** Since when it is kept, on the clock of the device. */
  keptAt?: number;
  /** What the server said of it, or why a person discarded it; sealed. */
  outcome?: Sealed;
};

/** `turn`: which of two writings is the later one; drafts of an older app have none. */
export type StoredDraft = Sealed & { key: string; schemaVersion: number; turn?: number };

/** `by`: the call that took the place of a refused one; null where a damaged one was given up. */
export type ReplacedCall = { mid: number; by: number | null };

export type DeviceRow = {
  one: 1;
  DeviceId: string;
  nextMid: number;
  /** Server clock minus device clock in ms, as last measured. */
  clockOffset: number;
  /** How many calls were brought back from the log when this database was found missing. */
  restored: number;
  /** How many of its files could not be read then; missing where that was before they were counted. */
  unrestored?: number;
  /** Of the server's history that calls were last offered to; missing until it was told. */
  epoch?: string;
  /** The log could not be written since then; the calls are in this database alone. */
  logFailedAt: number | null;
  /** Calls that left the outbox otherwise than to the server, in their order; missing while nobody asks (call-states.ts). */
  replaced?: ReplacedCall[];
};

export type OutboxDatabase = Dexie & {
  calls: Table<StoredCall, number>;
  drafts: Table<StoredDraft, string>;
  device: Table<DeviceRow, 1>;
};

export function mirrorName(site: string, UserId: string): string {
  return `mainstay-mirror-${site}-${UserId}`;
}

export function outboxName(site: string, UserId: string): string {
  return `mainstay-outbox-${site}-${UserId}`;
}

export function mirrorDatabase(site: string, UserId: string): MirrorDatabase {
  const db = new Dexie(mirrorName(site, UserId), { cache: 'disabled' });
  const stores: Record<string, string> = {
    kv: 'key',
    namePages: 'page',
    charts: 'PatientId',
    patientBundles: 'key',
    visitBundles: 'key, PatientId',
    places: 'part',
    visitDays: 'day',
    visitsWritten: 'PatientId',
  };
  for (const entity of aloneEntities) stores[entity] = keptRows[entity].keep === 'day' ? 'key, day' : 'key';
  // The mirror is never converted: rows of an older app are dropped and fetched anew (sync.md).
  db.version(schemaVersion)
    .stores(stores)
    .upgrade((tx) => Promise.all(Object.keys(stores).map((name) => tx.table(name).clear())));
  return db as MirrorDatabase;
}

export function outboxDatabase(site: string, UserId: string): OutboxDatabase {
  const db = new Dexie(outboxName(site, UserId), { cache: 'disabled', chromeTransactionDurability: 'strict' });
  db.version(1).stores({ calls: 'mid, state', drafts: 'key', device: 'one' });
  return db as OutboxDatabase;
}

/** Entities whose rows are sealed one by one. */
export const aloneEntities = entityNames.filter((entity) => keptRows[entity].sealedWith === 'alone');

/** The table of an entity whose rows are sealed one by one. */
export function mirrorTable(mirror: MirrorDatabase, entity: EntityName): Table<MirrorRow, string> {
  return mirror.table(entity);
}

/** The table with the bundles that hold an entity's rows; undefined where rows are sealed one by one. */
export function bundleTableOf(entity: EntityName): BundleTable | undefined {
  const { sealedWith } = keptRows[entity];
  if (sealedWith === 'alone') return undefined;
  return sealedWith === 'patient' ? 'patientBundles' : 'visitBundles';
}
