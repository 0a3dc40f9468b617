import type { Setup } from '#contract/session/endpoints.ts';
import { device } from '#local/store/device.ts';
import { keepSetup, readSetup } from '#local/store/setup.ts';
import { call } from '#shared/api.ts';
import { isAway } from './failures.ts';
import { refreshToken } from './token.ts';

/** Null without a network: the setup on this device is then enough. */
export async function setupFromServer(device?: string): Promise<Setup | null> {
  return call('session.setup', device === undefined ? {} : { device: device as never }).catch((error: unknown) => {
    if (isAway(error)) return null;
    throw error;
  });
}

/** The setup of an open device. Where the mirror was lost, it comes from the server. */
export async function setupHere(): Promise<Setup | undefined> {
  const kept = await readSetup();
  if (kept) return kept;
  const fresh = (await refreshToken()) === 'fresh' ? await setupFromServer() : null;
  if (fresh) await keepSetup(device(), fresh);
  return readSetup();
}
