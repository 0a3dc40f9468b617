import { AppError } from '#contract/base/errors.ts';
import { countedAs } from '#contract/session/allowed-addresses.ts';
import type { Database } from '../db/database.ts';
import { waitSentence } from '../http/failures.ts';
import { markIn, type KnownBrowser } from './known-browser.ts';
import { sha256 } from './tokens.ts';

/** After so many failures in so many minutes an account, or an address, must wait. */
export const lock = { limit: 10, minutes: 15 };

/** How somebody signs in. Each way counts apart: whoever guesses passwords locks nobody out who does not need one. */
export type Way = 'password' | 'passkey' | 'single sign-on';

const prefixes: Record<Way, string> = { password: '', passkey: 'passkey:', 'single sign-on': 'sso:' };

type From = { address: string; browser: KnownBrowser | undefined };

/** Hashed, because people type passwords into the e-mail field. */
export function accountSubject(email: string, way: Way = 'password'): string {
  return `${prefixes[way]}account:${sha256(email.toLowerCase())}`;
}

/** From where somebody tries: the browser, where people have signed in before, or the line of the address. */
export function fromSubject(way: Way, { address, browser }: From): string {
  return `${prefixes[way]}${browser ? `browser:${browser.id}` : `address:${countedAs(address)}`}`;
}

/**
 * What a sign-in counts under. From a browser that the person has signed in from before, in whichever way, it is a
 * counter of that browser: whoever guesses elsewhere, or behind the same address, locks nobody out there.
 */
export function subjectsOf(
  way: Way,
  email: string,
  { address, browser }: From,
): { account: string; from: string; isKnown: boolean } {
  const mark = markIn(browser, email);
  if (!browser || mark === undefined) {
    const from = fromSubject(way, { address, browser: undefined });
    return { account: accountSubject(email, way), from, isKnown: false };
  }
  const account = `${prefixes[way]}known:${browser.id}:${mark}`;
  return { account, from: fromSubject(way, { address, browser }), isKnown: true };
}

/**
 * What somebody who is signed in shows once more counts with that sign-in alone: whoever guesses elsewhere keeps nobody
 * from changing their own password, and whoever found an open screen shuts nobody out of the sign-in.
 */
export function sessionSubject(SessionId: string): string {
  return `session:${SessionId}`;
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
    const seconds = await secondsLocked(database, subject, limit);
    if (seconds === 0) continue;
    throw new AppError('too-many', `Too many failed attempts. ${waitSentence(seconds)}`, { retryAfter: seconds });
  }
}

/** An attempt that counts like a failure while it is looked at. */
type Counted = { subject: string; id: string };

/** What looking found: `neither` where something else is asked for, or refused, than what was guessed at. */
export type Found = 'right' | 'wrong' | 'neither';

/**
 * Looks at a password, a code or a passkey. The attempt counts before it is looked at, so that many at once cannot slip
 * through together, and stays counted only where it was wrong: not where more is asked for, and not where looking failed,
 * which is never the person's doing. A right one sets the count back. `email`: null where nobody else's can count under
 * the same subject.
 *
 * @throws AppError `too-many`, without looking, while the subject has failed too often.
 */
export async function countWrong<R extends { found: Found }>(
  database: Database,
  { email, subject }: { email: string | null; subject: string },
  look: () => Promise<R>,
): Promise<R> {
  const counted = await countAttempt(database, subject);
  let looked: R;
  try {
    looked = await look();
  } catch (error) {
    // Where the database is away, it is forgotten within a minute (migration 0085). What failed first is what is told.
    await takeBack(database, counted).catch(() => undefined);
    throw error;
  }
  if (looked.found === 'right') await clearFailures(database, email, counted);
  else if (looked.found === 'neither') await takeBack(database, counted);
  else await database.outside((tx) => tx.rows('select login_wrong($1, $2)', [counted.subject, counted.id]));
  return looked;
}

async function countAttempt(database: Database, subject: string): Promise<Counted> {
  await refuseLocked(database, [subject]);
  const row = await database.outside((tx) => tx.maybe<{ id: string }>('select login_begun($1) as id', [subject]));
  const counted = { subject, id: row?.id ?? '' };
  try {
    await refuseLocked(database, [subject], lock.limit + 1);
  } catch (error) {
    // It was not looked at, and makes nobody wait longer.
    await takeBack(database, counted);
    throw error;
  }
  return counted;
}

async function takeBack(database: Database, { subject, id }: Counted): Promise<void> {
  await database.outside((tx) => tx.rows('select login_taken_back($1, $2)', [subject, id]));
}

/** How often a subject failed lately. */
export async function failuresOf(database: Database, subject: string): Promise<number> {
  const since = `select login_failures_since($1, now() - make_interval(mins => $2)) as count`;
  const found = await database.outside((tx) => tx.maybe<{ count: string }>(since, [subject, lock.minutes]));
  return Number(found?.count ?? 0);
}

export async function noteFailure(database: Database, subject: string): Promise<void> {
  await database.outside((tx) => tx.rows('select login_failed($1)', [subject]));
}

/** After a proof of who it is. Somebody of another site with the same e-mail must not set the count back. */
async function clearFailures(database: Database, email: string | null, counted: Counted): Promise<void> {
  await takeBack(database, counted);
  await database.outside(async (tx) => {
    const people = email === null ? [] : await tx.rows('select 1 from login_candidates($1)', [email.toLowerCase()]);
    if (email === null || people.length === 1) await tx.rows('select login_succeeded($1)', [counted.subject]);
  });
}

/** Seconds until fewer than `limit` failures lie within the last minutes; 0 when already so. */
async function secondsLocked(database: Database, subject: string, limit: number): Promise<number> {
  const row = await database.outside((tx) =>
    tx.maybe<{ wait: number }>('select login_wait($1, $2, $3) as wait', [subject, limit, lock.minutes]),
  );
  return row?.wait ?? 0;
}
