import { forgetOpened, noteOpened, openedCharts } from '#local/store/opened-charts.ts';
import type { Engine } from './engine.ts';
import type { SyncState } from './sync-state.ts';

/** As many as one call takes. */
const perCall = 100;

export type ChartViews = { opened(PatientId: string): Promise<void>; look(state: SyncState): Promise<void> };

/** Tells the server's audit log, after a sync, which charts were opened here without asking it. */
export function chartViews({ device, server }: Pick<Engine, 'device' | 'server'>): ChartViews {
  let seenSyncAt: number | null = null;
  let isTelling = false;

  return {
    async opened(PatientId) {
      // On a full disk a chart is still opened: people are treated by it.
      await noteOpened(device, PatientId).catch(() => undefined);
    },
    async look({ leader, online, lastSyncAt }) {
      if (!leader || !online || isTelling || lastSyncAt === null || lastSyncAt === seenSyncAt) return;
      seenSyncAt = lastSyncAt;
      isTelling = true;
      try {
        const { keys, charts } = await openedCharts(device, perCall);
        if (charts.length === 0) return;
        const clockOffset = (await device.outbox.device.get(1))?.clockOffset ?? 0;
        await server.call('sync.recordViews', { device: device.DeviceId as never, clockOffset, charts });
        await forgetOpened(device, keys);
      } catch {
        // The next sync tells it: the server counts a second telling of the same as one.
      } finally {
        isTelling = false;
      }
    },
  };
}
