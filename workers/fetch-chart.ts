import { AppError, fail } from '#contract/base/errors.ts';
import { isOfCookie, readCookie, stale, type Engine } from './engine.ts';
import { mirrorBatch, storeIfCurrent } from './mirror-batch.ts';
import { pull } from './pull.ts';

/** Fetches a whole chart, which a person opens or not, and keeps it; false when this user may not see it or it does not exist. */
export async function fetchChart(engine: Engine, PatientId: string, isOpened: boolean): Promise<boolean> {
  const { device, server } = engine;
  for (;;) {
    const cookie = await readCookie(engine);
    const input = { id: PatientId as never, ...(!isOpened && { by: 'device' as const }) };
    const reply = await server.call('sync.chart', input).catch((error: unknown) => {
      if (error instanceof AppError && (error.kind === 'not-found' || error.kind === 'no-permission')) return null;
      throw error;
    });
    if (reply === null) {
      await device.mirror.charts.update(PatientId, { isWanted: false });
      return false;
    }
    if (!(await isOfCookie(engine, reply.scopes))) {
      await pull(engine);
      fail('unavailable', 'What you may see has changed. The chart is fetched again.');
    }
    const batch = await mirrorBatch(device, reply.put, { everything: true });
    const written = await storeIfCurrent(engine, cookie, batch, () =>
      device.mirror.charts.update(PatientId, { hydratedAt: Date.now(), isWanted: false }),
    );
    if (written !== stale) return true;
  }
}
