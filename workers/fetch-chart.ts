import { AppError } from '#contract/base/errors.ts';
import { readCookie, stale, writeIfCurrent, type Engine } from './engine.ts';
import { mirrorBatch, writeBatch } from './mirror-batch.ts';

/** Fetches a whole chart and keeps it; false when this user may not see it or it does not exist. */
export async function fetchChart(engine: Engine, PatientId: string): Promise<boolean> {
  const { device, server } = engine;
  for (;;) {
    const cookie = await readCookie(engine);
    const put = await server.call('sync.chart', { id: PatientId as never }).then(
      (reply) => reply.put,
      (error: unknown) => {
        if (error instanceof AppError && (error.kind === 'not-found' || error.kind === 'no-permission')) return null;
        throw error;
      },
    );
    if (put === null) return false;
    const batch = await mirrorBatch(device, put, { everything: true });
    const written = await writeIfCurrent(engine, cookie, async () => {
      await writeBatch(device, batch);
      await device.mirror.charts.update(PatientId, { hydratedAt: Date.now() });
    });
    if (written !== stale) return true;
  }
}
