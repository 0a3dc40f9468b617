import type { EntityName, RowOf } from '#contract/entities.ts';
import type { DeviceNews } from './channel.ts';
import type { MirrorRow } from './db.ts';
import type { Device } from './device.ts';
import { adoptMirrorKey } from '../keys/mirror-key.ts';
import { openCached } from './opened.ts';
import { sealContext, type Sealed } from '../keys/seal.ts';

/** Opens mirrored rows. One that does not open is left out and reported, so that it is fetched again. */
export async function openRows<E extends EntityName>(
  device: Device,
  entity: E,
  stored: MirrorRow[],
): Promise<RowOf<E>[]> {
  const rows = await openOrReport<RowOf<E>, MirrorRow>(device, stored, ({ key }) => ({
    place: sealContext(entity, key),
    report: { kind: 'corrupt', table: entity, key, PatientId: null },
  }));
  return rows.filter((row) => row !== undefined) as RowOf<E>[];
}

type Report = Extract<DeviceNews, { kind: 'corrupt' }>;

/** Opens sealed values in their order; what does not open is undefined and reported. */
export async function openOrReport<T, S extends Sealed>(
  device: Device,
  stored: S[],
  about: (one: S) => { place: string; report: Report },
  read?: (stored: unknown) => T,
): Promise<(T | undefined)[]> {
  if (stored.length === 0) return [];
  const values = stored.map((one) => ({ place: about(one).place, sealed: one }));
  let opened = await openCached<T>(device.opened, device.mirrorKey.key, values, read);
  // Rows of a mirror that was made anew meanwhile have another key.
  if (opened.includes(undefined) && (await adoptMirrorKey(device)))
    opened = await openCached<T>(device.opened, device.mirrorKey.key, values, read);
  stored.forEach((one, at) => {
    if (opened[at] === undefined) reportCorrupt(device, about(one).report, String(one.n));
  });
  return opened;
}

const reported = new WeakMap<Device, Map<string, Report>>();

/** Once for each way a place is damaged. */
function reportCorrupt(device: Device, report: Report, nonce: string): void {
  const reports = reportsOf(device);
  const mark = `${report.table}|${report.key}|${nonce}`;
  if (reports.has(mark)) return;
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
