import { AppError } from '#contract/base/errors.ts';
import { countedAs } from '#contract/session/allowed-addresses.ts';
import type { Database } from '../db/database.ts';
import { sha256 } from './tokens.ts';

/** After so many failures in so many minutes an account, or an address, must wait. */
export const lock = { limit: 10, minutes: 15 };

/** Hashed, because people type passwords into the e-mail field. */
export function accountSubject(email: string): string {
  return `account:${sha256(email.toLowerCase())}`;
}

/** From where somebody tries; the addresses of one line count together. */
export function addressSubject(address: string): string {
  return `address:${countedAs(address)}`;
}

/** Links for a new password count apart: asking for one must not lock the account. */
export function resetSubject(email: string): string {
  return `reset:${sha256(email.toLowerCase())}`;
}

/** Counts one if fewer than `limit` were counted lately, one after the other however many come at once. */
export function takeAttempt(database: Database, subject: string, limit: number): Promise<boolean> {
  return database.outside(async (tx) => {
    await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [subject]);
    const since = `select login_failures_since($1, now() - make_interval(mins => $2)) as count`;
    const found = await tx.maybe<{ count: string }>(since, [subject, lock.minutes]);
    if (Number(found?.count ?? 0) >= limit) return false;
    await tx.rows('select login_failed($1)', [subject]);
    return true;
  });
}

/** Refuses while any of these has failed `limit` times lately; whether an account exists makes no difference. */
export async function refuseLocked(database: Database, subjects: string[], limit = lock.limit): Promise<void> {
  for (const subject of subjects) {
    const minutes = await minutesLocked(database, subject, limit);
    if (minutes === 0) continue;
    const sentence = `Too many failed attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`;
    throw new AppError('too-many', sentence, { retryAfter: minutes * 60 });
  }
}

/** Counts an attempt before it is looked at, so that many at once cannot slip through together. */
export async function countAttempt(database: Database, subject: string): Promise<void> {
  await refuseLocked(database, [subject]);
  await noteFailure(database, subject);
  await refuseLocked(database, [subject], lock.limit + 1);
}

export async function noteFailure(database: Database, subject: string): Promise<void> {
  await database.outside((tx) => tx.rows('select login_failed($1)', [subject]));
}

/** After a proof of who it is. Somebody of another site with the same e-mail must not set the count back. */
export async function clearFailures(database: Database, email: string): Promise<void> {
  await database.outside(async (tx) => {
    const people = await tx.rows('select 1 from login_candidates($1)', [email.toLowerCase()]);
    if (people.length === 1) await tx.rows('select login_succeeded($1)', [accountSubject(email)]);
  });
}

/** Minutes until fewer than `limit` failures lie within the last ones; 0 when already so. */
async function minutesLocked(database: Database, subject: string, limit: number): Promise<number> {
  const row = await database.outside((tx) =>
    tx.maybe<{ wait: number }>(
      `select min(wait)::int as wait from generate_series(0, $3::int) as wait
       where wait = $3 or login_failures_since($1, now() - make_interval(mins => $3 - wait)) < $2`,
      [subject, limit, lock.minutes],
    ),
  );
  return row?.wait ?? 0;
}
