import { audit } from './audit.ts';
import type { Caller, Tx } from './context.ts';

/** A chart opened under emergency access; the times are those of the device, where it opened the chart by itself. */
export type OpenedInEmergency = {
  id: string;
  UserId: string;
  PatientId: string;
  reason: string;
  startedAt: string;
  openedAt: string;
  offline: boolean;
};

/** Puts a chart on record, once for each emergency access, for review and in the audit log. */
export async function recordOpened(tx: Tx, site: string, one: OpenedInEmergency): Promise<void> {
  const { id, UserId, PatientId, reason, offline, startedAt, openedAt } = one;
  const added = await tx.run(
    `insert into emergency_accesses (site, "EmergencyAccessId", "PatientId", "UserId", reason, offline, "startedAt", "openedAt")
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [site, id, PatientId, UserId, reason, offline, startedAt, openedAt],
  );
  if (added === 0) return;
  const detail = { reason, offline: String(offline), access: id, startedAt, openedAt };
  await audit(tx, site, { UserId, action: 'emergency access', entity: 'patients', pk: PatientId, PatientId, detail });
}

/** The same for a chart the server has just shown to somebody whose emergency access lasts. */
export function noteEmergencyView(
  tx: Tx,
  { site, UserId, emergency }: Caller & { emergency: NonNullable<Caller['emergency']> },
  PatientId: string,
): Promise<void> {
  const { id, reason, startedAt } = emergency;
  const openedAt = new Date().toISOString();
  return recordOpened(tx, site, { id, UserId, PatientId, reason, startedAt, openedAt, offline: false });
}
