import type { EntityName, RowOf } from '#contract/entities.ts';
import type { DeviceNews } from './channel.ts';
import type { MirrorRow } from './db.ts';
import type { Device } from './device.ts';
import { adoptMirrorKey } from './mirror-key.ts';
import { openCached } from './opened.ts';
import { placeOf } from './seal.ts';

/** Opens mirrored rows. One that does not open is left out and reported, so that it is fetched again. */
export async function openRows<E extends EntityName>(
  device: Device,
  entity: E,
  stored: MirrorRow[],
): Promise<RowOf<E>[]> {
  if (stored.length === 0) return [];
  const values = stored.map((row) => ({ place: placeOf(entity, row.key), sealed: row }));
  let rows = await openCached<RowOf<E>>(device.opened, device.mirrorKey.key, values);
  // Rows of a mirror that was made anew meanwhile have another key.
  if (rows.includes(undefined) && (await adoptMirrorKey(device)))
    rows = await openCached<RowOf<E>>(device.opened, device.mirrorKey.key, values);
  return rows.filter((row, at) => {
    const from = stored[at];
    if (row === undefined && from) reportCorrupt(device, entity, from);
    return row !== undefined;
  }) as RowOf<E>[];
}

type Report = Extract<DeviceNews, { kind: 'corrupt' }>;
const reported = new WeakMap<Device, Map<string, Report>>();

function reportCorrupt(device: Device, entity: EntityName, row: MirrorRow): void {
  const reports = reportsOf(device);
  const mark = `${entity}|${row.key}`;
  if (reports.has(mark)) return;
  const PatientId = entity === 'patients' ? row.key : typeof row.PatientId === 'string' ? row.PatientId : null;
  const report: Report = { kind: 'corrupt', entity, key: row.key, PatientId };
  reports.set(mark, report);
  device.channel.tell(report);
}

/** A page may read before any worker listens: one that starts is told everything again. */
function reportsOf(device: Device): Map<string, Report> {
  const known = reported.get(device);
  if (known) return known;
  const reports = new Map<string, Report>();
  reported.set(device, reports);
  device.channel.hear((news) => {
    if (news.kind === 'hello') for (const report of reports.values()) device.channel.tell(report);
  });
  return reports;
}
