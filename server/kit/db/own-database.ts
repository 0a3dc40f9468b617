import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { apiLogin } from './api-login.ts';
import { openDatabase, type Database } from './database.ts';
import { isLostConnection } from './database-failures.ts';
import { startEmbedded } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

export type OwnDatabase = {
  database: Database;
  ownerUrl: string;
  isEmbedded: boolean;
  /** The directory that holds it; null where it is somewhere else's. */
  where: string | null;
  /** A sentence for the operator, or null. */
  notice: string | null;
  close(): Promise<void>;
};

const serverLock = 7_260_003;

/**
 * The database of the settings, migrated. The embedded one belongs to one server process at a time, which
 * stops it at the end; a `visitor` (a command) stops it only when it started it and no server has come since. After the signal nothing is left running.
 */
export async function openOwnDatabase(
  config: Config,
  role: 'server' | 'visitor',
  signal?: AbortSignal,
): Promise<OwnDatabase> {
  if (config.databaseUrl !== undefined) {
    await migrate(config.databaseUrl, undefined, signal).catch((cause: unknown) => {
      // The system's own words name the host, never the password.
      if (!isLostConnection(cause) || !(cause instanceof Error)) throw cause;
      throw new Error(`The database of DATABASE_URL cannot be reached: ${cause.message}. Is it running?`, { cause });
    });
    const apiUrl = await apiLogin({ ...config, databaseUrl: config.databaseUrl });
    const database = openDatabase({ apiUrl });
    return {
      database,
      ownerUrl: config.databaseUrl,
      isEmbedded: false,
      where: null,
      notice: null,
      close: () => database.close(),
    };
  }
  const startIt = () => startEmbedded(config.dataDir, { archives: config.backup !== undefined });
  const { ownerUrl, apiUrl, adopted, where, notice, stop } = await startIt();
  const guard = role === 'server' ? await keepRunning(startIt, ownerUrl) : undefined;
  if (role === 'server' && !guard) {
    throw new Error(
      `Mainstay already runs on the data in ${config.dataDir}. Stop it first, or start this one with another DATA_DIR and PORT.`,
    );
  }
  try {
    await migrate(ownerUrl, undefined, signal);
  } catch (error) {
    await guard?.release();
    if (guard) await stop();
    throw error;
  }
  const database = openDatabase({ apiUrl });
  return {
    database,
    ownerUrl,
    isEmbedded: true,
    where,
    notice,
    async close() {
      await database.close();
      if (guard) {
        await guard.release();
        return stop();
      }
      const mayStop = adopted ? undefined : await takeLock(ownerUrl);
      await mayStop?.end();
      if (mayStop) await stop();
    },
  };
}

const retryMs = 500;

/**
 * Holds the server's lock; undefined when another server has it. When PostgreSQL goes away, it is started
 * again and the lock taken again, so that nobody needs to restart Mainstay.
 */
async function keepRunning(
  startIt: () => Promise<unknown>,
  ownerUrl: string,
): Promise<{ release(): Promise<void> } | undefined> {
  let held = await takeLock(ownerUrl);
  if (!held) return undefined;
  let isReleased = false;
  let mending = Promise.resolve();

  function watch(lock: pg.Client): void {
    lock.once('end', () => {
      if (!isReleased) mending = mend();
    });
  }
  async function mend(): Promise<void> {
    console.error('The database stopped. Mainstay is restarting it. Requests get status 503 until then.');
    while (!isReleased) {
      try {
        await startIt();
        const lock = await takeLock(ownerUrl);
        if (lock) {
          held = lock;
          console.error('The database is back.');
          return watch(lock);
        }
      } catch {
        // The next attempt may find what the crash left behind gone.
      }
      await wait(retryMs);
    }
  }

  watch(held);
  return {
    async release() {
      isReleased = true;
      await mending;
      await held?.end().catch(() => undefined);
    },
  };
}

/** Held by an open connection, so that it ends with the process whatever ends it. */
async function takeLock(ownerUrl: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mainstay-lock' });
  client.on('error', () => undefined);
  await client.connect();
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [serverLock]);
    if (rows[0]?.taken) return client;
    // A process that was killed just now still has its connection for a moment.
    await wait(100);
  }
  await client.end();
  return undefined;
}
