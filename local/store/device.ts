import type { Dexie } from 'dexie';
import { fail } from '#contract/base/errors.ts';
import { pulledMids } from '../outbox/calls.ts';
import { deviceChannel, type DeviceChannel } from './channel.ts';
import { mirrorDatabase, outboxDatabase, type MirrorDatabase, type OutboxDatabase } from './db.ts';
import { isNewerAppComing, isNewerAppOpen, NewerAppError, showApp } from './newer-app.ts';
import { adoptMirrorKey, makeMirrorKey, readMirrorKey, type MirrorKey } from '../keys/mirror-key.ts';
import { requireStorage } from './require-storage.ts';
import { originFiles, type Files } from './files.ts';
import { forgetOpened, openedValues, type OpenedValues } from './opened.ts';
import { filesLog, type OutboxLog } from '../outbox/outbox-log.ts';
import { restoreFromLog } from '../outbox/restore.ts';

/** What one signed-in user has on this machine, open. */
export type Device = {
  site: string;
  UserId: string;
  DeviceId: string;
  /** The same object until it is locked, also where lost databases were opened anew in between. */
  session: object;
  /** Opens the outbox, the drafts, the setup and the key of the mirror. */
  dataKey: CryptoKey;
  /** Seals the mirror's rows and names; another one after every reset. */
  mirrorKey: MirrorKey;
  mirror: MirrorDatabase;
  outbox: OutboxDatabase;
  log: OutboxLog;
  /** Beside IndexedDB; here copies of drafts (draft-copies.ts). */
  files: Files;
  copies: Copies;
  opened: OpenedValues;
  channel: DeviceChannel;
  /** Ends what lets the apps of other tabs see that it is open here. */
  hide(): void;
};

/** Writes files at once, without waiting for the disk; `prepare` has that ready before it is needed. */
export type Copies = { write: Files['write']; prepare(): void };

let current: Device | null = null;

type Who = { site: string; UserId: string; dataKey: CryptoKey } & Partial<Pick<Device, 'log' | 'files' | 'copies'>>;

/** Opens the device's databases for a user, repairing what can be repaired; later reads and writes use it. */
export async function openDevice(who: Who): Promise<Device> {
  const before = current;
  const goesOn = before !== null && before.site === who.site && before.UserId === who.UserId;
  if (before) lockDevice();
  current = await connect(who, goesOn ? before.session : {});
  watchLoss(current);
  return current;
}

/** The open device. */
export function device(): Device {
  return current ?? fail('signed-out', 'This device is locked. Sign in to continue. Your saved work is kept.');
}

/**
 * What was begun on a device goes on there, and nowhere else: once that was locked it fails, also where another person, or
 * the same one again, has come in since. `otherwise` says so.
 */
export function stillOpen(of: Device, otherwise = notSaved): Device {
  if (current?.session === of.session) return current;
  return fail('signed-out', otherwise);
}

const notSaved = 'This was not saved: its session was locked. The text is kept for its author.';
/** Of what is on disk and is sent from there: whoever reads that it was not saved would save it twice. */
export const savedBefore = 'Saved. The screen was locked before the next step.';

/**
 * Waits for what a press asked for, such as a read, a file or a question to the server. Once the session of the press
 * was locked it fails, so nothing that follows is queued for who comes in then.
 */
export async function whileOpen<R>(wait: (on: Device) => Promise<R>): Promise<R> {
  const on = device();
  let value: R;
  try {
    value = await wait(on);
  } catch (error) {
    stillOpen(on);
    throw error;
  }
  stillOpen(on);
  return value;
}

/** The open device, and later the same one or none (`stillOpen`). */
export function ownDevice(): () => Device {
  let own = current;
  return () => (own = own ? stillOpen(own) : device());
}

export function isDeviceOpen(): boolean {
  return current !== null;
}

/** Closes the databases and forgets everything opened; the sealed outbox stays. */
export function lockDevice(): void {
  const closing = current;
  current = null;
  if (!closing) return;
  forgetOpened(closing.opened);
  closing.channel.close();
  closing.mirror.close();
  closing.outbox.close();
  closing.hide();
}

const lossListeners = new Set<() => void>();

/** Tells when the databases of the open device were deleted under it; they are closed then. */
export function onDatabaseLost(listener: () => void): () => void {
  lossListeners.add(listener);
  return () => lossListeners.delete(listener);
}

const newerListeners = new Set<() => Promise<unknown>>();

/**
 * Tells when a newer app, in another tab, wants to convert a database of the open device. It waits until the listeners
 * are done: what is on the screen can be put away here a last time.
 */
export function onNewerApp(listener: () => Promise<unknown>): () => void {
  newerListeners.add(listener);
  return () => newerListeners.delete(listener);
}

/** Left to itself, Dexie would make an empty database in the place of the deleted one and go on in it. */
function watchLoss(opened: Device): void {
  let isLost = false;
  const makeWay = async (db: Dexie) => {
    isLost = true;
    await Promise.allSettled([...newerListeners].map((listener) => listener()));
    // An older app would open it again, and take what the newer one keeps there for damaged.
    db.close();
  };
  // Dexie tells of every end of a connection, those we ask for too.
  const lost = () => {
    if (isLost || opened !== current) return;
    isLost = true;
    opened.mirror.close();
    opened.outbox.close();
    for (const listener of lossListeners) listener();
  };
  for (const db of [opened.mirror, opened.outbox]) {
    db.on('close', lost);
    db.on('versionchange', (event) => {
      if (event.newVersion === null) lost();
      else void makeWay(db);
      return false;
    });
  }
}

/** Page and worker open at the same time; one after the other, neither deletes what the other just made. */
function connect(who: Who, session: object): Promise<Device> {
  requireStorage();
  const locks = globalThis.navigator?.locks;
  return locks
    ? locks.request(`open:${who.site}:${who.UserId}`, () => connectAlone(who, session))
    : connectAlone(who, session);
}

async function connectAlone(who: Who, session: object): Promise<Device> {
  const { site, UserId, dataKey, files = originFiles(), log = filesLog(site, UserId, files) } = who;
  const { copies = { write: files.write, prepare() {} } } = who;
  const { mirror, mirrorKey } = await openMirror(site, UserId, dataKey);
  const hide = await showApp(who);
  const outbox = outboxDatabase(site, UserId);
  try {
    await outbox.open();
    const { DeviceId } = await restoreFromLog(outbox, log, await pulledMids({ mirror }));
    const channel = deviceChannel(site, UserId);
    const opened = openedValues();
    const made: Device = {
      site,
      UserId,
      DeviceId,
      session,
      dataKey,
      mirrorKey,
      mirror,
      outbox,
      log,
      files,
      copies,
      opened,
      channel,
      hide,
    };
    channel.hear((news) => {
      if (news.kind === 'mirrorKey') void adoptMirrorKey(made).catch(() => false);
    });
    return made;
  } catch {
    mirror.close();
    outbox.close();
    hide();
    return fail(
      'unavailable',
      'The changes on this device can’t be read right now. Nothing was deleted. Restart the browser and try again. Don’t clear its data.',
    );
  }
}

type OpenMirror = { mirror: MirrorDatabase; mirrorKey: MirrorKey };

/** The mirror is a copy: one that does not open, or was sealed with another key, is made anew. */
async function openMirror(site: string, UserId: string, dataKey: CryptoKey): Promise<OpenMirror> {
  let mirror = mirrorDatabase(site, UserId);
  const drop = async () => {
    mirror.close();
    await mirror.delete().catch(() => undefined);
    mirror = mirrorDatabase(site, UserId);
  };
  if (await isOfNewerApp(mirror)) {
    const isOpen = await isNewerAppOpen({ site, UserId });
    if (isOpen || (await isNewerAppComing())) throw new NewerAppError(isOpen);
    // A release that was taken back: fetched anew, as after any other change of the schema.
    await drop();
  }
  await mirror.open().catch(drop);
  try {
    await mirror.open();
    return { mirror, mirrorKey: (await readMirrorKey(mirror, dataKey)) ?? (await startAnew(mirror, dataKey)) };
  } catch {
    mirror.close();
    return fail(
      'unavailable',
      'This browser doesn’t let Mainstay store data on this device. Leave private browsing or free some space, then sign in again.',
    );
  }
}

/** Dexie would open it all the same, and change what it holds to fit this app. */
async function isOfNewerApp({ name, verno }: MirrorDatabase): Promise<boolean> {
  // Some browsers do not tell; there one finds out by what cannot be read.
  const there = await indexedDB.databases?.().catch(() => []);
  const native = there?.find((each) => each.name === name)?.version ?? 0;
  // Dexie counts ten for each version, and adds one where it mends a schema.
  return Math.floor(native / 10) > verno;
}

/** Empties a mirror that was filled under another key. */
async function startAnew(mirror: MirrorDatabase, dataKey: CryptoKey): Promise<MirrorKey> {
  const { kept, key, mark } = await makeMirrorKey(dataKey);
  await mirror.transaction('rw', mirror.tables, async () => {
    for (const table of mirror.tables) await table.clear();
    await mirror.kv.put(kept);
  });
  return { key, mark };
}
