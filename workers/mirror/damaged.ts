import type { DeviceNews } from '#local/store/channel.ts';
import type { Device } from '#local/store/device.ts';
import { adoptMirrorKey } from '#local/keys/mirror-key.ts';
import { sealContext, tryOpen, type Sealed } from '#local/keys/seal.ts';
import type { Engine } from '../sync/engine.ts';
import { hydrateAgain } from './hydrate.ts';
import type { SyncLoop } from '../sync/sync-loop.ts';
import { wantCharts } from './wanted-charts.ts';

export type Damaged = Extract<DeviceNews, { kind: 'corrupt' }>;

/** Long enough to be read, however fast the rows come back. */
const toldMs = 8_000;

/** Damaged rows are thrown away and fetched again with their chart, or with the clinic's own rows. */
export async function repairDamaged(
  engine: Engine,
  damaged: Map<string, Damaged>,
  loop: Pick<SyncLoop, 'explain' | 'work'>,
): Promise<void> {
  const { device } = engine;
  const found = [...damaged.values()];
  damaged.clear();
  if (found.length > 0) await adoptMirrorKey(device);
  for (const one of found) {
    const { PatientId } = one;
    if (!(await removeDamaged(device, one))) continue;
    loop.explain('Some data on this device was damaged. It is loading again. Waiting changes are kept.', toldMs);
    if (PatientId === null) await hydrateAgain(engine, ['P0', 'P1']);
    else wantCharts(engine, [PatientId]);
  }
  if (found.length > 0) await loop.work();
}

/**
 * False when another tab had reported it before, and it is whole again. Its chart is no longer a whole one, and is
 * wanted on disk: nothing opens what is gone, so nothing would report it a second time.
 */
async function removeDamaged(device: Device, { table, key, PatientId }: Damaged): Promise<boolean> {
  const { mirror } = device;
  const rows = mirror.table<Sealed, string>(table);
  const damaged = await rows.get(key);
  if (!damaged || (await tryOpen(device.mirrorKey.key, sealContext(table, key), damaged)) !== undefined) return false;
  return mirror.transaction('rw', mirror.tables, async () => {
    const now = await rows.get(key);
    if (String(now?.n) !== String(damaged.n)) return false;
    await rows.delete(key);
    if (PatientId !== null) await mirror.charts.update(PatientId, { hydratedAt: null, isWanted: true });
    return true;
  });
}
