import type { z } from 'zod';
import type { EmergencyGrant } from '#contract/session/current-user.ts';
import type { Tx } from '#server/kit/context.ts';

type Grant = z.input<typeof EmergencyGrant>;

/** Who asks, held until the transaction ends: asking twice at once gives one emergency access. */
export function holdAsker(tx: Tx, site: string, UserId: string): Promise<{ name: string; can: string[] } | undefined> {
  return tx.maybe(
    `select "FirstName" || ' ' || "LastName" as name, can from users where site = $1 and "UserId" = $2 for no key update`,
    [site, UserId],
  );
}

const columns = `"EmergencyAccessId" as id, reason, to_jsonb("startedAt") #>> '{}' as "startedAt",
  to_jsonb("endsAt") #>> '{}' as "endsAt", ceil(extract(epoch from "endsAt" - clock_timestamp()) * 1000)::int as "leftMs"`;

export function lastingGrant(tx: Tx, site: string, UserId: string): Promise<Grant | undefined> {
  return tx.maybe<Grant>(
    `select ${columns} from emergency_grants where site = $1 and "UserId" = $2 and "endedAt" is null
       and "endsAt" > clock_timestamp() order by "endsAt" desc limit 1`,
    [site, UserId],
  );
}

export async function askedSince(tx: Tx, site: string, UserId: string): Promise<number> {
  const found = await tx.maybe<{ count: number }>(
    `select count(*)::int as count from emergency_grants
     where site = $1 and "UserId" = $2 and "startedAt" > clock_timestamp() - interval '1 hour'`,
    [site, UserId],
  );
  return found?.count ?? 0;
}

export async function insertGrant(
  tx: Tx,
  site: string,
  { id, UserId, reason, lastsMs }: { id: string; UserId: string; reason: string; lastsMs: number },
): Promise<Grant> {
  const [made] = await tx.rows<Grant>(
    `insert into emergency_grants (site, "EmergencyAccessId", "UserId", reason, "startedAt", "endsAt")
     select $1, $2, $3, $4, now, now + make_interval(secs => $5) from clock_timestamp() now returning ${columns}`,
    [site, id, UserId, reason, lastsMs / 1000],
  );
  if (!made) throw new Error('The emergency access was not written.');
  return made;
}

/** Whose it is, held until the transaction ends. */
export function holdGrant(tx: Tx, site: string, id: string): Promise<{ UserId: string; isOver: boolean } | undefined> {
  return tx.maybe(
    `select "UserId", "endedAt" is not null or "endsAt" <= clock_timestamp() as "isOver" from emergency_grants
     where site = $1 and "EmergencyAccessId" = $2 for update`,
    [site, id],
  );
}

export async function endGrant(tx: Tx, site: string, id: string, UserId: string): Promise<void> {
  await tx.run(
    `update emergency_grants set "endedAt" = clock_timestamp(), "endedByUserId" = $3
     where site = $1 and "EmergencyAccessId" = $2`,
    [site, id, UserId],
  );
}
