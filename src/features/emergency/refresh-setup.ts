import { device } from '#local/store/device.ts';
import { keepSetup } from '#local/store/setup.ts';
import { call } from '#shared/api.ts';
import { syncWorker } from '#shared/sync-worker.ts';

/** Rights have just changed by what this page did: it follows at once, and fetches or drops what it may now hold. */
export async function updateSetup(): Promise<void> {
  await keepSetup(device(), await call('session.setup', {}));
  void syncWorker().sync();
}
