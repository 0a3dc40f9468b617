import { randomBytes } from 'node:crypto';
import type { Tx } from '../context.ts';
import { secretsOf } from './sealed-kinds.ts';
import { openBytes, sealBytes } from './sealed-text.ts';
import { sha256, type SigningKeys } from './tokens.ts';
import { base32, stepOfCode } from './totp.ts';

type User = { site: string; UserId: string };

/** RFC 4226 wants at least 16 bytes and advises 20. */
const keyBytes = 20;
const codeCount = 10;
/** 80 bits, so that a plain hash keeps them. */
const codeBytes = 10;

export async function hasSecondFactor(tx: Tx, { site, UserId }: User): Promise<boolean> {
  const found = await tx.maybe(
    `select 1 from second_factors where site = $1 and "UserId" = $2 and "confirmedAt" is not null`,
    [site, UserId],
  );
  return found !== undefined;
}

/** A new key that does not count before a code of it was typed; undefined where one counts already. */
export async function newSecondFactor(tx: Tx, keys: SigningKeys, user: User): Promise<string | undefined> {
  const secret = randomBytes(keyBytes);
  const kept = await tx.run(
    `insert into second_factors as f (site, "UserId", "sealedKey") values ($1, $2, $3)
     on conflict (site, "UserId") do update set "sealedKey" = excluded."sealedKey", "createdAt" = clock_timestamp(), "lastStep" = 0
     where f."confirmedAt" is null`,
    [user.site, user.UserId, sealBytes(keys, secretsOf.secondFactor(user), secret)],
  );
  return kept === 0 ? undefined : base32(secret);
}

/** Whether it is the code of now of a key, waiting or counting; a code is taken once. A waiting key counts from then on. */
export async function takeCode(tx: Tx, keys: SigningKeys, user: User, typed: string): Promise<boolean> {
  const held = await tx.maybe<{ sealedKey: string; lastStep: number }>(
    `select "sealedKey", "lastStep" from second_factors where site = $1 and "UserId" = $2 for update`,
    [user.site, user.UserId],
  );
  const secret = held && openBytes(keys, secretsOf.secondFactor(user), held.sealedKey);
  const step = secret && stepOfCode(secret, typed, { now: Date.now(), lastStep: held.lastStep });
  if (step === undefined) return false;
  await tx.run(
    `update second_factors set "lastStep" = $3, "confirmedAt" = coalesce("confirmedAt", clock_timestamp())
     where site = $1 and "UserId" = $2`,
    [user.site, user.UserId, step],
  );
  return true;
}

/** Whether it is a recovery code that was not used yet; used from then on. */
export async function takeRecoveryCode(tx: Tx, { site, UserId }: User, typed: string): Promise<boolean> {
  const used = await tx.run(
    `update recovery_codes set "usedAt" = clock_timestamp()
     where site = $1 and "UserId" = $2 and "codeHash" = $3 and "usedAt" is null`,
    [site, UserId, hashOf(typed)],
  );
  return used === 1;
}

/** Ten codes in groups of four, shown once; those from before are void. */
export async function newRecoveryCodes(tx: Tx, { site, UserId }: User): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => inFours(base32(randomBytes(codeBytes)), '-'));
  await tx.run(`delete from recovery_codes where site = $1 and "UserId" = $2`, [site, UserId]);
  await tx.run(`insert into recovery_codes (site, "UserId", "codeHash") select $1, $2, unnest($3::text[])`, [
    site,
    UserId,
    codes.map(hashOf),
  ]);
  return codes;
}

/** Takes the second factor away, with its recovery codes: the user's own wish, or an administrator's for a lost phone. */
export async function endSecondFactor(tx: Tx, { site, UserId }: User): Promise<void> {
  await tx.run(`delete from recovery_codes where site = $1 and "UserId" = $2`, [site, UserId]);
  await tx.run(`delete from second_factors where site = $1 and "UserId" = $2`, [site, UserId]);
}

/** `ABCD EFGH …`, as people read keys aloud. */
export function inFours(text: string, between: string): string {
  return (text.match(/.{1,4}/g) ?? []).join(between);
}

function hashOf(code: string): string {
  return sha256(code.toUpperCase().replace(/[^A-Z2-7]/g, ''));
}
