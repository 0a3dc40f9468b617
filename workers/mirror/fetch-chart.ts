import { AppError, fail } from '#contract/base/errors.ts';
import { dropUnopenedCharts, mostOpenedCharts } from '#local/store/charts.ts';
import { keptDays } from '#local/store/kept-days.ts';
import { isOfCookie, readCookie, stale, type Engine } from '../sync/engine.ts';
import { mirrorBatch, storeIfCurrent } from './mirror-batch.ts';
import { pull } from '../sync/pull.ts';

/** Fetches a whole chart, which a person opens or not, and keeps it; false when this user may not see it or it does not exist. */
async function fetchChart(engine: Engine, PatientId: string, isOpened: boolean): Promise<boolean> {
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
      fail('unavailable', 'Your access has changed. The chart is loading again.');
    }
    const batch = await mirrorBatch(device, reply.put, { everything: true });
    const written = await storeIfCurrent(engine, cookie, batch, () =>
      device.mirror.charts.update(PatientId, { hydratedAt: Date.now(), isWanted: false }),
    );
    if (written !== stale) return true;
  }
}

/** Fetches a wanted chart, and answers whoever waits for it. */
export async function serveChart(engine: Engine, PatientId: string): Promise<void> {
  const isOpened = (engine.wantedCharts.get(PatientId) ?? []).length > 0;
  const isWhole = await fetchChart(engine, PatientId, isOpened).catch((error: unknown) => {
    // To the end of the line: one that fails each time holds up no other.
    const left = engine.wantedCharts.get(PatientId) ?? [];
    engine.wantedCharts.delete(PatientId);
    engine.wantedCharts.set(PatientId, left);
    throw error;
  });
  const waiting = engine.wantedCharts.get(PatientId) ?? [];
  // Opened while it was fetched without that: it is asked for again, so that the server hears of it.
  if (!isOpened && waiting.length > 0) return;
  engine.wantedCharts.delete(PatientId);
  for (const answer of waiting) answer(isWhole);
  await dropUnopenedCharts(engine.device, mostOpenedCharts, keptDays().from);
}
