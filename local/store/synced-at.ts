import { device } from './device.ts';

/** When this device last took over everything the server had, in ms since 1970; null if it never did. */
export async function readSyncedAt(): Promise<number | null> {
  const kept = await device().mirror.kv.get('syncedAt');
  return typeof kept?.value === 'number' ? kept.value : null;
}

/**
 * The mark of the exchange after which this device last held everything the server had; null if there was none. Each
 * has another one, so that whoever kept a mark sees that the server has answered since, whatever the clock was set to.
 */
export async function readSyncMark(): Promise<string | null> {
  const kept = await device().mirror.kv.get('syncMark');
  return typeof kept?.value === 'string' ? kept.value : null;
}
