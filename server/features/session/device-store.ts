import type { z } from 'zod';
import type { DeviceReport, DeviceState, KeyChange } from '#contract/session/device.ts';
import type { Tx } from '#server/kit/context.ts';

type State = z.input<typeof DeviceState>;

/** More than any clinic has; the longest unseen are left out. */
const most = 500;
/** A superuser's row is in another site. */
const person = `coalesce(u."FirstName" || ' ' || u."LastName", 'Support')`;
const instant = (column: string) => `to_jsonb(d."${column}") #>> '{}' as "${column}"`;
const stateColumns = `d."DeviceId", d."UserId", ${person} as person, d.name, ${instant('createdAt')}, ${instant('lastSeenAt')},
  ${instant('lastSyncAt')}, d.waiting, d.parked,
  coalesce(d."isSealed", false) as "isSealed", ${instant('revokedAt')}, d."revokedBy", ${instant('erasedAt')}`;
const withPerson = `devices d left join users u on u.site = d.site and u."UserId" = d."UserId"`;

/** Devices of one user, or of everybody for null: those in use first, last seen first. */
export function devicesOf(tx: Tx, site: string, UserId: string | null): Promise<State[]> {
  return tx.rows<State>(
    `select ${stateColumns} from ${withPerson} where d.site = $1 and ($2::uuid is null or d."UserId" = $2)
     order by d."revokedAt" is not null, d."lastSeenAt" desc, d."DeviceId" limit ${most}`,
    [site, UserId],
  );
}

export function deviceState(tx: Tx, site: string, DeviceId: string): Promise<State | undefined> {
  return tx.maybe<State>(`select ${stateColumns} from ${withPerson} where d.site = $1 and d."DeviceId" = $2`, [
    site,
    DeviceId,
  ]);
}

/** What it said before of whether what it keeps is sealed; null when it had said nothing yet. */
export async function storeReport(tx: Tx, site: string, report: DeviceReport): Promise<{ wasSealed: boolean | null }> {
  const stored = await tx.maybe<{ wasSealed: boolean | null }>(
    `with before as (select "isSealed" from devices where site = $1 and "DeviceId" = $2)
     update devices set name = $3, waiting = $4, parked = $5, "isSealed" = $6, "lastSeenAt" = now(),
       "lastSyncAt" = case when $7 then now() else "lastSyncAt" end, "askHash" = coalesce($8, "askHash")
     where site = $1 and "DeviceId" = $2 returning (select "isSealed" from before) as "wasSealed"`,
    [
      site,
      report.id,
      report.name,
      report.waiting,
      report.parked,
      report.isSealed,
      report.synced,
      report.askHash ?? null,
    ],
  );
  return stored ?? { wasSealed: null };
}

/**
 * Ties a session to the device it is used from, so that both end together. The first secret told in it stays the one
 * that proves its device: whoever got in with a copied cookie could tell one of their own.
 */
export async function tieSession(
  tx: Tx,
  session: { site: string; SessionId: string; DeviceId: string; askHash: string | null },
): Promise<void> {
  // The audit entries of what follows name the device.
  await tx.run(`select set_config('app.device', $1, true)`, [session.DeviceId]);
  await tx.rows(
    `with tied as (
       update sessions set "DeviceId" = $3 where site = $1 and "SessionId" = $2 and "DeviceId" is distinct from $3 returning "SessionId"
     ) select pg_notify('mainstay_change', 'tied ' || "SessionId") from tied`,
    [session.site, session.SessionId, session.DeviceId],
  );
  if (session.askHash === null) return;
  await tx.run(
    `update sessions set "deviceHash" = coalesce("deviceHash", $3), "isDeviceDoubtful" = "deviceHash" is not null
     where site = $1 and "SessionId" = $2 and not "isDeviceDoubtful" and "deviceHash" is distinct from $3`,
    [session.site, session.SessionId, session.askHash],
  );
}

/** Whether a change of a device's keys is in the audit log already: a lost answer makes a device tell it again. */
export async function isAudited(tx: Tx, site: string, DeviceId: string, change: KeyChange): Promise<boolean> {
  const found = await tx.maybe(
    `select 1 from audit_entry where site = $1 and entity = 'devices' and pk = $2 and detail ->> 'id' = $3`,
    [site, DeviceId, change.id],
  );
  return found !== undefined;
}

/** Orders a device to erase itself, once; false when it was ordered before. */
export async function orderErasure(
  tx: Tx,
  device: { site: string; DeviceId: string },
  by: { UserId: string; name: string },
): Promise<boolean> {
  const ordered = await tx.run(
    `update devices set "revokedAt" = now(), "revokedByUserId" = $3, "revokedBy" = $4, "eraseTicket" = gen_random_uuid()
     where site = $1 and "DeviceId" = $2 and "revokedAt" is null`,
    [device.site, device.DeviceId, by.UserId, by.name],
  );
  return ordered === 1;
}

/** Ends every session of a device. All processes forget them at once, and its open screens look for news. */
export async function endSessionsOf(tx: Tx, { site, DeviceId }: { site: string; DeviceId: string }): Promise<void> {
  await tx.rows(
    `with ended as (
       update sessions set "endedAt" = clock_timestamp(), "endedWhy" = 'device erased'
       where site = $1 and "DeviceId" = $2 and "endedAt" is null returning "SessionId"
     ) select pg_notify('mainstay_change', 'ended ' || "SessionId") from ended`,
    [site, DeviceId],
  );
  await tx.rows(`select tell_after_commit('changed ' || $1)`, [site]);
}

/** Whose device it is, once it shows the ticket of its order for the first time. */
export async function noteErased(
  tx: Tx,
  given: { site: string; DeviceId: string; ticket: string },
): Promise<{ UserId: string; isFirst: boolean } | undefined> {
  const held = await tx.maybe<{ UserId: string; isFirst: boolean }>(
    `select "UserId", "erasedAt" is null as "isFirst" from devices
     where site = $1 and "DeviceId" = $2 and "eraseTicket" = $3 for update`,
    [given.site, given.DeviceId, given.ticket],
  );
  if (held?.isFirst) {
    await tx.run(`update devices set "erasedAt" = now(), waiting = 0, parked = 0 where site = $1 and "DeviceId" = $2`, [
      given.site,
      given.DeviceId,
    ]);
  }
  return held;
}
