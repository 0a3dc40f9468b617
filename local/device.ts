import { fail } from '#contract/base/errors.ts';
import { deviceChannel, type DeviceChannel } from './channel.ts';
import { mirrorDatabase, outboxDatabase, type MirrorDatabase, type OutboxDatabase } from './db.ts';
import { requireStorage } from './require-storage.ts';
import { openedValues, type OpenedValues } from './opened.ts';
import { filesLog, type OutboxLog } from './outbox-log.ts';
import { restoreFromLog } from './restore.ts';
import { placeOf, seal, tryOpen } from './seal.ts';

/** What one signed-in user has on this machine, open. */
export type Device = {
  site: string;
  UserId: string;
  DeviceId: string;
  dataKey: CryptoKey;
  mirror: MirrorDatabase;
  outbox: OutboxDatabase;
  log: OutboxLog;
  opened: OpenedValues;
  channel: DeviceChannel;
};

let current: Device | null = null;

type Who = { site: string; UserId: string; dataKey: CryptoKey; log?: OutboxLog };

/** Opens the device's databases for a user, repairing what can be repaired; later reads and writes use it. */
export async function openDevice(who: Who): Promise<Device> {
  if (current) lockDevice();
  current = await connect(who);
  return current;
}

/** The open device. */
export function device(): Device {
  return current ?? fail('signed-out', 'This device is locked. Sign in to go on; what was saved is kept.');
}

export function isDeviceOpen(): boolean {
  return current !== null;
}

/** Closes the databases and forgets everything opened; the sealed outbox stays. */
export function lockDevice(): void {
  const closing = current;
  current = null;
  if (!closing) return;
  closing.opened.byPlace.clear();
  closing.channel.close();
  closing.mirror.close();
  closing.outbox.close();
}

/** Page and worker open at the same time; one after the other, neither deletes what the other just made. */
function connect(who: Who): Promise<Device> {
  requireStorage();
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request(`open:${who.site}:${who.UserId}`, () => connectAlone(who)) : connectAlone(who);
}

async function connectAlone({ site, UserId, dataKey, log = filesLog(site, UserId) }: Who): Promise<Device> {
  const mirror = await openMirror(site, UserId, dataKey);
  const outbox = outboxDatabase(site, UserId);
  try {
    await outbox.open();
    const { DeviceId } = await restoreFromLog(outbox, log);
    const channel = deviceChannel(site, UserId);
    return { site, UserId, DeviceId, dataKey, mirror, outbox, log, opened: openedValues(), channel };
  } catch {
    mirror.close();
    outbox.close();
    return fail(
      'unavailable',
      'The changes kept on this device cannot be read now. Nothing was deleted. Restart the browser and try again, and do not clear its data.',
    );
  }
}

/** The mirror is a copy: one that does not open, or was sealed with another key, is made anew. */
async function openMirror(site: string, UserId: string, dataKey: CryptoKey): Promise<MirrorDatabase> {
  let mirror = mirrorDatabase(site, UserId);
  try {
    await mirror.open();
  } catch {
    mirror.close();
    await mirror.delete().catch(() => undefined);
    mirror = mirrorDatabase(site, UserId);
  }
  try {
    await mirror.open();
    await claimWithKey(mirror, dataKey);
    return mirror;
  } catch {
    mirror.close();
    return fail(
      'unavailable',
      'This browser does not let Mainstay keep data on the device. Leave private browsing or free some space, then sign in again.',
    );
  }
}

/** Empties a mirror that was filled under another key. */
async function claimWithKey(mirror: MirrorDatabase, dataKey: CryptoKey): Promise<void> {
  const place = placeOf('kv', 'keyCheck');
  const check = await mirror.kv.get('keyCheck');
  if (check?.sealed && (await tryOpen(dataKey, place, check.sealed)) !== undefined) return;
  const sealed = await seal(dataKey, place, mirror.name);
  await mirror.transaction('rw', mirror.tables, async () => {
    for (const table of mirror.tables) await table.clear();
    await mirror.kv.put({ key: 'keyCheck', sealed });
  });
}
