import { device } from './device.ts';

/** When this device last took over everything the server had, in ms since 1970; null if it never did. */
export async function readSyncedAt(): Promise<number | null> {
  const kept = await device().mirror.kv.get('syncedAt');
  return typeof kept?.value === 'number' ? kept.value : null;
}
