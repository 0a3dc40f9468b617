import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '#server/kit/db/database.ts';
import { pollLoop, type Rounds } from '#server/kit/rounds.ts';

/** A mark of an older version names neither database nor table, and has no number. */
const Mark = z.strictObject({
  epoch: z.string(),
  system: z.string(),
  timeline: z.string(),
  lsn: z.string(),
  database: z.string().optional(),
  relation: z.string().optional(),
  /** Of the last change; null where there was none yet. */
  grown: z.string().nullable().optional(),
});
/** How far a history was seen to reach. */
export type Mark = z.output<typeof Mark>;

/** What is remembered outside of the database; nothing of it is secret. */
export type MarkFile = { get(): Mark | null; set(mark: Mark): void };

export function markFile(dataDir: string): MarkFile {
  const path = join(dataDir, 'history-mark.json');
  return {
    get() {
      try {
        return Mark.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
      } catch {
        // Lost or damaged: the database's own mark is left.
        return null;
      }
    },
    set(mark) {
      const whole = `${path}.${randomUUID()}`;
      writeFileSync(whole, JSON.stringify(mark), { mode: 0o600, flag: 'wx', flush: true });
      const { uid, gid } = statSync(existsSync(path) ? path : dirname(path));
      if (process.getuid?.() === 0) chownSync(whole, uid, gid);
      renameSync(whole, path);
    },
  };
}

/**
 * Compares the database with what is known of it: after a restore to an earlier moment, by whomever, the epoch is
 * renewed. True where it was.
 */
export async function checkHistory(database: Database, file: MarkFile): Promise<boolean> {
  const known = file.get();
  const { renewed, now } = await database.outside(async (tx) => {
    const where = () =>
      tx.maybe<Mark>(
        `select system, timeline, lsn::text as lsn, epoch::text as epoch, database::text as database,
           relation::text as relation, grown::text as grown from history_now()`,
      );
    // Looked up before that commits: what is marked is on the disk then.
    const marked = await where();
    const found = await tx.maybe<{ renewed: boolean }>('select renew_epoch_where_shortened($1::jsonb) as renewed', [
      JSON.stringify(known ?? {}),
    ]);
    const renewed = found?.renewed ?? false;
    return { renewed, now: renewed ? await where() : marked };
  });
  if (now && !isSame(known, now)) file.set(now);
  return renewed;
}

const parts = ['epoch', 'system', 'timeline', 'lsn', 'database', 'relation', 'grown'] as const;

function isSame(known: Mark | null, now: Mark): boolean {
  return parts.every((part) => known?.[part] === now[part]);
}

const everyMs = 5_000;

/** At the end of the process a database that does not answer is waited for no longer. */
const lastMs = 2_000;

/**
 * Once before the first call is answered, then again and again: a database may be exchanged under a running server. Its
 * `stop` marks what was written since the last look, so it comes after the last call was answered.
 */
export async function watchHistory(
  database: Database,
  file: MarkFile,
  told: { renewed(): void; failed(): void },
): Promise<Pick<Rounds, 'stop'>> {
  const check = async () => {
    if (await checkHistory(database, file)) told.renewed();
  };
  // Where a database does not tell, the server serves all the same.
  await check().catch(told.failed);
  const rounds = pollLoop(check, told, everyMs);
  return {
    async stop() {
      await rounds.stop();
      await Promise.race([check().catch(told.failed), setTimeout(lastMs, undefined, { ref: false })]);
    },
  };
}
