import { deviceName } from '#contract/session/device-name.ts';
import type { KeyChange } from '#contract/session/device.ts';
import { keepsSealed } from '#local/keys/keeps-sealed.ts';
import { askSecret } from '#local/keys/erasures.ts';
import { changeKeyringUser, keyringUser } from '#local/keys/keyring-db.ts';
import type { Engine } from './engine.ts';
import type { SyncState } from './sync-state.ts';

/** The list of devices shows when each last synced to within this. */
const atLeastEveryMs = 300_000;

/** Tells the server of this device after it has synced: its name, how much waits, what happened to its keys. */
export function deviceReports({ device, server }: Engine): { look(state: SyncState): Promise<void> } {
  const { site, UserId } = device;
  let told = { at: 0, waiting: -1, parked: -1 };
  let seenSyncAt: number | null = null;
  let isTelling = false;

  async function look({ leader, online, lastSyncAt, waiting, parked }: SyncState): Promise<void> {
    if (!leader || !online || isTelling || lastSyncAt === null || lastSyncAt === seenSyncAt) return;
    seenSyncAt = lastSyncAt;
    isTelling = true;
    try {
      const changes = await changesHere();
      // A clock that was set back says nothing of how long ago the last report was.
      const isLate = lastSyncAt < told.at || lastSyncAt - told.at >= atLeastEveryMs;
      const isDue = isLate || told.waiting !== waiting || told.parked !== parked;
      if (!isDue && changes.length === 0) return;
      await server.call('session.reportDevice', {
        id: device.DeviceId as never,
        name: deviceName(globalThis.navigator?.userAgent ?? ''),
        waiting,
        parked,
        isSealed: await keepsSealed(device),
        synced: true,
        keyChanges: changes,
        askHash: await sha256(await askSecret({ site, UserId, DeviceId: device.DeviceId })),
      });
      told = { at: lastSyncAt, waiting, parked };
      await forget(changes);
    } catch {
      // The next sync tells it; an order to erase has been heard where the call was made.
    } finally {
      isTelling = false;
    }
  }

  /** Changes the audit log has not heard of; the keyring learns here under which id the server knows this device. */
  async function changesHere(): Promise<KeyChange[]> {
    const { DeviceId } = device;
    const user = await keyringUser(site, UserId);
    if (user && user.DeviceId !== DeviceId) await changeKeyringUser(user, (now) => now && { ...now, DeviceId });
    return user?.changes ?? [];
  }

  async function forget(changes: KeyChange[]): Promise<void> {
    if (changes.length === 0) return;
    const ids = new Set(changes.map((change) => change.id));
    await changeKeyringUser(
      { site, UserId },
      (now) => now && { ...now, changes: (now.changes ?? []).filter((change) => !ids.has(change.id)) },
    );
  }

  return { look };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
