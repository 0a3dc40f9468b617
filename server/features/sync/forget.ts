import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#server/kit/db/database.ts';
import { removeUnnamed } from '#server/kit/files/remove-unnamed.ts';

const dayMs = 24 * 3_600_000;
const perTransaction = 5_000;
const pauseMs = 50;

/** Removes history that no device can ask for (migration 0002); how many rows. */
export function forgetHistory(database: Database, most: number = perTransaction): Promise<number> {
  return forgetBy('forget_sync_history', database, most);
}

/** Removes keys, ended sessions, failures, links and mails that have served (migration 0041); how many rows. */
export function forgetOldRows(database: Database, most: number = perTransaction): Promise<number> {
  return forgetBy('forget_old_rows', database, most);
}

type Forgetting = 'forget_sync_history' | 'forget_old_rows';

/** In small transactions, on one server at a time: where another is at it, this one leaves it to that. */
async function forgetBy(forget: Forgetting, database: Database, most: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const found = await database.outside((tx) =>
      tx.maybe<{ removed: number | null }>(`select ${forget}($1) as removed`, [most]),
    );
    const rows = found?.removed ?? 0;
    removed += rows;
    if (rows < most) return removed;
    await wait(pauseMs);
  }
}

/** Forgets once within an hour of the start and then about once a day, at no two servers' same time. */
export function forgetDaily(database: Database, dataDir: string, onError: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout;
  const plan = (afterMs: number) => {
    timer = setTimeout(() => void run(), afterMs).unref();
  };
  let isStopped = false;
  async function run(): Promise<void> {
    await forgetHistory(database).catch(onError);
    await forgetOldRows(database).catch(onError);
    await removeUnnamed(database, dataDir, Date.now()).catch(onError);
    if (!isStopped) plan(dayMs * (0.9 + Math.random() / 5));
  }
  plan(Math.random() * 3_600_000);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
