import { entities, entityNames } from '#contract/entities.ts';
import { mirrorTable } from './db.ts';
import type { Device } from './device.ts';

/**
 * Removes the least recently opened charts beyond `keep`, with their rows; they are fetched again when
 * opened. Patients with a visit from `fromDay` on stay, because work lists show them.
 */
export async function dropUnopenedCharts(on: Device, keep: number, fromDay: string): Promise<number> {
  const { mirror } = on;
  const visits = mirrorTable(mirror, 'visits');
  const chartTables = entityNames
    .filter((entity) => entities[entity].keep === 'chart')
    .map((entity) => mirrorTable(mirror, entity));
  return mirror.transaction('rw', [mirror.charts, visits, ...chartTables], async () => {
    const opened = (await mirror.charts.where('openedAt').above(0).toArray()).sort((a, b) => b.openedAt - a.openedAt);
    const needed = new Set((await visits.where('day').aboveOrEqual(fromDay).toArray()).map((visit) => visit.PatientId));
    const gone = opened.slice(keep).flatMap((chart) => (needed.has(chart.PatientId) ? [] : [chart.PatientId]));
    await mirror.charts.bulkDelete(gone);
    await visits.where('PatientId').anyOf(gone).delete();
    for (const table of chartTables) {
      if (table.name === 'patients') await table.bulkDelete(gone);
      else await table.where('PatientId').anyOf(gone).delete();
    }
    return gone.length;
  });
}
