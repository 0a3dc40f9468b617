import { addDays } from '#contract/base/dates.ts';
import type { Authorization } from '#contract/cases/authorization.ts';
import type { Script } from '#contract/cases/script.ts';
import type { Put } from '#contract/sync/endpoints.ts';
import type { Device } from '#local/device.ts';
import { dayOf } from '#local/kept-days.ts';

type Row = Record<string, unknown>;

/**
 * Patients of whom a changed authorization or script counts visits that may not be on this device: of the working set
 * those came with it which were counted then. A chart that was fetched whole has them all.
 */
export async function chartsToCount({ mirror }: Device, puts: readonly Put[]): Promise<string[]> {
  const ids = new Set(
    puts.flatMap(({ entity, rows }) => rows.filter(counterOf(entity)).map((row) => String(row['PatientId']))),
  );
  const charts = await mirror.charts.bulkGet([...ids]);
  return charts.flatMap((chart) => (chart && chart.hydratedAt === null ? [chart.PatientId] : []));
}

function counterOf(entity: Put['entity']): (row: Row) => boolean {
  // A device may be behind its clinic by a day.
  const yesterday = addDays(dayOf(new Date()), -1);
  const isLive = ({ End }: Row) => End === null || String(End) >= yesterday;
  if (entity === 'scripts') return (row) => (row as Script).Visits !== null && isLive(row);
  if (entity !== 'authorizations') return () => false;
  return (row) => {
    const { Status, Kind } = row as Authorization;
    return Status === 'approved' && Kind !== 'dates' && isLive(row);
  };
}
