import { addDays } from '#contract/base/dates.ts';
import type { Authorization } from '#contract/cases/authorization.ts';
import type { Script } from '#contract/cases/script.ts';
import { keptRows } from '#contract/kept-rows.ts';
import type { Put } from '#contract/sync/endpoints.ts';
import { bundlesOfPatients, marksIn } from '#local/store/bundles.ts';
import type { Device } from '#local/store/device.ts';
import { dayOf } from '#local/store/kept-days.ts';

type Row = Record<string, unknown>;

const counting = ['authorizations', 'scripts'] as const;

/**
 * Patients of whom a changed authorization or script counts visits that may not be on this device: of the working set
 * those came with it which were counted then. A chart that was fetched whole has them all.
 */
export async function chartsToCount({ mirror }: Device, puts: readonly Put[]): Promise<string[]> {
  const ids = new Set<string>();
  for (const entity of counting) {
    const sent = puts.filter((put) => put.entity === entity).flatMap(withVersions);
    const live = sent.filter(({ row }) => isCounting(entity, row));
    const owners = [...new Set(live.map(({ row }) => String(row['PatientId'])))];
    // A visit that is new comes with all of its patient's rows: those are here already.
    const known = marksIn(entity, await bundlesOfPatients(mirror, entity, owners));
    const versions = new Map(known.map(({ key, version }) => [key, version]));
    for (const { row, version } of live)
      if (versions.get(String(row[keptRows[entity].key])) !== version) ids.add(String(row['PatientId']));
  }
  const charts = await mirror.charts.bulkGet([...ids]);
  return charts.flatMap((chart) => (chart && chart.hydratedAt === null ? [chart.PatientId] : []));
}

function withVersions({ rows, versions }: Put): { row: Row; version: string | undefined }[] {
  return rows.map((row, at) => ({ row, version: versions[at] }));
}

/** Whether it allows so many visits or units, today or later; a device may be behind its clinic by a day. */
function isCounting(entity: (typeof counting)[number], row: Row): boolean {
  const { End } = row as Pick<Script, 'End'>;
  if (End !== null && End < addDays(dayOf(new Date()), -1)) return false;
  if (entity === 'scripts') return (row as Script).Visits !== null;
  const { Status, Kind } = row as Authorization;
  return Status === 'approved' && Kind !== 'dates';
}
