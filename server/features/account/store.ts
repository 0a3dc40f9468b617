import type { z } from 'zod';
import type { Account, OwnSession } from '#contract/account/endpoints.ts';
import type { Tx } from '#server/kit/context.ts';

type User = { site: string; UserId: string };
export type OwnAccount = z.input<typeof Account>;

const instant = (column: string) => `to_jsonb(u."${column}") #>> '{}' as "${column}"`;
const isSecondFactor = `exists (select from second_factors f
  where f.site = u.site and f."UserId" = u."UserId" and f."confirmedAt" is not null) as "hasSecondFactor"`;

export function ownAccount(tx: Tx, { site, UserId }: User): Promise<OwnAccount | undefined> {
  return tx.maybe<OwnAccount>(
    `select u."Email", u."FirstName" || ' ' || u."LastName" as name, w."Name" as "siteName",
       ${instant('EmailVerifiedAt')}, ${instant('PasswordSetAt')}, ${isSecondFactor},
       (select count(*)::int from recovery_codes r where r.site = u.site and r."UserId" = u."UserId" and r."usedAt" is null)
         as "recoveryCodesLeft"
     from users u join sites w on w.site = u.site where u.site = $1 and u."UserId" = $2`,
    [site, UserId],
  );
}

/** At every site, asked where the user is at home. Those before names were kept are called as a browser nobody knows. */
export function standingSessions(
  tx: Tx,
  { UserId, here }: { UserId: string; here: string | undefined },
): Promise<z.input<typeof OwnSession>[]> {
  return tx.rows(
    `select "SessionId", "siteName", coalesce(name, 'A browser on a computer') as name, to_jsonb("createdAt") #>> '{}' as "createdAt",
       to_jsonb("rotatedAt") #>> '{}' as "lastUsedAt", "SessionId" is not distinct from $2::uuid as "isHere"
     from sessions_of_user($1) order by "rotatedAt" desc, "SessionId" limit 200`,
    [UserId, here ?? null],
  );
}

/** Where one of those is, asked where the user is at home. */
export async function siteOfSession(tx: Tx, UserId: string, SessionId: string): Promise<string | undefined> {
  const found = await tx.maybe<{ site: string }>(`select site from sessions_of_user($1) where "SessionId" = $2`, [
    UserId,
    SessionId,
  ]);
  return found?.site;
}

export async function passwordHashOf(tx: Tx, { site, UserId }: User): Promise<string> {
  const found = await tx.maybe<{ PasswordHash: string }>(
    `select "PasswordHash" from users where site = $1 and "UserId" = $2`,
    [site, UserId],
  );
  return found?.PasswordHash ?? '';
}

export async function storePassword(tx: Tx, { site, UserId }: User, PasswordHash: string): Promise<void> {
  await tx.run(
    `update users set "PasswordHash" = $3, "PasswordSetAt" = clock_timestamp() where site = $1 and "UserId" = $2`,
    [site, UserId, PasswordHash],
  );
}

/** False when the password is no longer the one that was looked at. */
export async function replacePassword(
  tx: Tx,
  { site, UserId }: User,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const changed = await tx.run(
    `update users set "PasswordHash" = $4, "PasswordSetAt" = clock_timestamp()
     where site = $1 and "UserId" = $2 and "PasswordHash" = $3`,
    [site, UserId, from, to],
  );
  return changed > 0;
}

/** Whoever uses a link that was mailed reads mail at that address. */
export async function noteVerified(tx: Tx, { site, UserId }: User): Promise<void> {
  await tx.run(
    `update users set "EmailVerifiedAt" = coalesce("EmailVerifiedAt", clock_timestamp()) where site = $1 and "UserId" = $2`,
    [site, UserId],
  );
}
