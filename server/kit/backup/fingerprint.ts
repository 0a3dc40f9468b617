import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';

/** Rows of each table, and a sum over them that does not depend on their order. */
export const Fingerprint = z.record(z.string(), z.object({ rows: z.int(), sum: z.string() }));
export type Fingerprint = z.output<typeof Fingerprint>;

/**
 * Whoever writes queues behind a lock that is waited for, so one attempt is short, and the pauses between are longer: for
 * about a minute and a half in all, more than any statement of the API may take.
 */
const holding = { forMs: 100, attempts: 50, pauseMs: (attempt: number) => Math.min(attempt * 250, 2_000) };
/** Out of time, a lock not given, a deadlock: somebody writes for longer than is waited here. */
const isHeld = ({ code }: pg.DatabaseError) => ['57014', '55P03', '40P01'].includes(code ?? '');

/**
 * The state of the database at a restore point of this name, and where in the log that lies: no transaction commits
 * between the two. Writers wait for a tenth of a second at most, however long one of them keeps a table: then they go
 * first, and this tries again.
 *
 * @throws Where no moment without writers was found, or `signal` says that none is wanted any more.
 */
export async function fingerprintAt(
  ownerUrl: string,
  point: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<{ lsn: string; state: Fingerprint }> {
  const [holder, reader] = [clientOf(ownerUrl), clientOf(ownerUrl)];
  const giveUp = () => void Promise.allSettled([holder.end(), reader.end()]);
  signal?.addEventListener('abort', giveUp);
  try {
    await holder.connect();
    await reader.connect();
    const tables = await tablesOf(reader);
    await reader.query('begin isolation level repeatable read read only');
    await holdWriters(holder, tables, signal);
    // The first query of a transaction takes its snapshot.
    await reader.query('select 1');
    const { rows } = await holder.query<{ lsn: string }>('select pg_create_restore_point($1) as lsn', [point]);
    await holder.query('commit');
    return { lsn: rows[0]?.lsn ?? '', state: await countsOf(reader, tables) };
  } catch (error) {
    // What was asked of connections that ended with it has failed otherwise.
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await holder.end().catch(() => undefined);
    await reader.end().catch(() => undefined);
  }
}

export async function fingerprintNow(ownerUrl: string): Promise<Fingerprint> {
  const client = clientOf(ownerUrl);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await countsOf(client, await tablesOf(client));
  } finally {
    await client.end();
  }
}

/** One sentence for each table that differs. */
export function differences(was: Fingerprint, is: Fingerprint): string[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].toSorted();
  return names.flatMap((name) => {
    const [before, after] = [was[name], is[name]];
    if (before?.rows !== after?.rows) return [`${name}: ${before?.rows ?? 'no'} rows, now ${after?.rows ?? 'none'}`];
    return before?.sum === after?.sum ? [] : [`${name}: the same number of rows with another content`];
  });
}

function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, application_name: 'mainstay-backup' });
  client.on('error', () => undefined);
  return client;
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  return rows.map(({ name }) => name);
}

async function holdWriters(client: pg.Client, tables: string[], signal: AbortSignal | undefined): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      // A table at a time is locked, so the time of all of them together has an end. A cleaning up of the database's own
      // gives way to whoever looks whether they lock each other out.
      await client.query(
        `begin; set local statement_timeout = ${holding.forMs}; set local deadlock_timeout = ${holding.forMs / 4};
         set local idle_in_transaction_session_timeout = '5s'`,
      );
      await client.query(`lock table ${tables.join(', ')} in share mode`);
      await client.query('set local statement_timeout = 0');
      return;
    } catch (error) {
      await client.query('rollback');
      if (attempt === holding.attempts || !(error instanceof pg.DatabaseError && isHeld(error))) throw error;
    }
    await setTimeout(holding.pauseMs(attempt), undefined, { signal });
  }
}

async function countsOf(client: pg.Client, tables: string[]): Promise<Fingerprint> {
  const counts: Fingerprint = {};
  for (const table of tables) {
    const { rows } = await client.query<{ rows: string; sum: string }>(
      `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from ${table} t`,
    );
    counts[table] = { rows: Number(rows[0]?.rows), sum: rows[0]?.sum ?? '' };
  }
  return counts;
}
