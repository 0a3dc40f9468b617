import type { Tx } from '#server/kit/context.ts';

type User = { site: string; UserId: string };

export async function hasSecondFactor(tx: Tx, { site, UserId }: User): Promise<boolean> {
  const found = await tx.maybe(
    `select 1 from second_factors where site = $1 and "UserId" = $2 and "confirmedAt" is not null`,
    [site, UserId],
  );
  return found !== undefined;
}

export async function storePassword(tx: Tx, { site, UserId }: User, PasswordHash: string): Promise<void> {
  await tx.run(
    `update users set "PasswordHash" = $3, "PasswordSetAt" = clock_timestamp() where site = $1 and "UserId" = $2`,
    [site, UserId, PasswordHash],
  );
}

/** Whoever uses a link that was mailed reads mail at that address. */
export async function noteVerified(tx: Tx, { site, UserId }: User): Promise<void> {
  await tx.run(
    `update users set "EmailVerifiedAt" = coalesce("EmailVerifiedAt", clock_timestamp()) where site = $1 and "UserId" = $2`,
    [site, UserId],
  );
}
