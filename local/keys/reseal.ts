import type { StoredCall } from '../store/db.ts';
import { device, type Device } from '../store/device.ts';
import { openFormerKeys, type Authenticator } from './device-unlock.ts';
import { openKeys } from './keyring.ts';
import { logText } from '../outbox/outbox-log.ts';
import { noteReplaced } from '../outbox/replaced-calls.ts';
import { seal, tryOpen, type Sealed } from './seal.ts';
import { keptOf } from './sealed-away.ts';
import { openFormerByServer } from './server-unlock.ts';

/** Gives up what is damaged for good. */
export async function removeDamaged(): Promise<void> {
  const on = device();
  const { calls, drafts } = await keptOf(on);
  for (const { row, place, sealed } of calls) {
    if ((await tryOpen(on.dataKey, place, sealed)) !== undefined) continue;
    await giveUp(on, row.mid);
    await on.log.remove(row.mid);
  }
  for (const { row, place, sealed } of drafts)
    if ((await tryOpen(on.dataKey, place, sealed)) === undefined) await on.outbox.drafts.delete(row.key);
  on.channel.tell({ kind: 'outbox' });
}

async function giveUp({ outbox }: Device, mid: number): Promise<void> {
  await outbox.transaction('rw!', outbox.calls, outbox.device, async () => {
    const call = await outbox.calls.get(mid);
    await outbox.calls.delete(mid);
    // What the server has already run is damaged here alone.
    if (call && call.state !== 'acked') await noteReplaced(outbox, [{ mid, by: null }]);
  });
}

/**
 * Seals what a former password opens with the key of today, so that it is sent like everything else;
 * how many that were. A call keeps its number and its id: one that did arrive is not run twice.
 */
export async function reseal(formerPassword: string): Promise<number> {
  const on = device();
  return resealWith(on, await openKeys(on.UserId, formerPassword));
}

/** The same with this machine's fingerprint, face or PIN, for who has forgotten that password. */
export async function resealWithDevice(machine: Pick<Authenticator, 'secretOf'>): Promise<number> {
  const on = device();
  return resealWith(on, await openFormerKeys(on, machine));
}

/** The same with the server's secret, where it opened this device before. */
export async function resealByServer(secret: string): Promise<number> {
  const on = device();
  return resealWith(on, await openFormerByServer(on, secret));
}

async function resealWith(on: Device, keys: CryptoKey[]): Promise<number> {
  if (keys.length === 0) return 0;
  const { calls, drafts } = await keptOf(on);
  let count = 0;
  for (const { row, place, sealed } of calls) {
    const anew = await sealAnew(on, keys, place, sealed);
    if (!anew) continue;
    const outcome = row.outcome && (await sealAnew(on, keys, `${place}|outcome`, row.outcome));
    const call: StoredCall = { ...row, ...anew, ...(outcome && { outcome }) };
    // The calls of this person do not change while they are closed to everybody.
    await on.outbox.calls.put(call);
    await on.log.append(call.mid, logText(call)).catch(() => undefined);
    count += 1;
  }
  for (const { row, place, sealed } of drafts) {
    const anew = await sealAnew(on, keys, place, sealed);
    if (!anew) continue;
    await on.outbox.drafts.put({ ...row, ...anew });
    count += 1;
  }
  if (count > 0) on.channel.tell({ kind: 'queued' });
  return count;
}

/** Undefined for what is open already, and for what none of the keys opens. */
async function sealAnew(on: Device, keys: CryptoKey[], place: string, sealed: Sealed): Promise<Sealed | undefined> {
  if ((await tryOpen(on.dataKey, place, sealed)) !== undefined) return undefined;
  for (const key of keys) {
    const value = await tryOpen(key, place, sealed);
    if (value !== undefined) return seal(on.dataKey, place, value);
  }
  return undefined;
}
