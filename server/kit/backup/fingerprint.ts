import pg from 'pg';
import { z } from 'zod';

/** Rows of each table, and a sum over them that does not depend on their order. */
export const Fingerprint = z.record(z.string(), z.object({ rows: z.int(), sum: z.string() }));
export type Fingerprint = z.output<typeof Fingerprint>;

const patience = 5;

/**
 * The state of the database at a restore point of this name, and where in the log that lies: no transaction commits
 * between the two. Writers wait for the few milliseconds that takes. After the signal it is given up.
 */
export async function fingerprintAt(
  ownerUrl: string,
  point: string,
  signal?: AbortSignal,
): Promise<{ lsn: string; state: Fingerprint }> {
  const [holder, reader] = [clientOf(ownerUrl), clientOf(ownerUrl)];
  const giveUp = () => void Promise.allSettled([holder.end(), reader.end()]);
  signal?.addEventListener('abort', giveUp);
  try {
    await holder.connect();
    await reader.connect();
    const tables = await tablesOf(reader);
    await reader.query('begin isolation level repeatable read read only');
    await holdWriters(holder, tables);
    // The first query of a transaction takes its snapshot.
    await reader.query('select 1');
    const { rows } = await holder.query<{ lsn: string }>('select pg_create_restore_point($1) as lsn', [point]);
    await holder.query('commit');
    return { lsn: rows[0]?.lsn ?? '', state: await countsOf(reader, tables) };
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

async function holdWriters(client: pg.Client, tables: string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = '3s'`);
      await client.query(`lock table ${tables.join(', ')} in share mode`);
      return;
    } catch (error) {
      await client.query('rollback');
      if (attempt === patience) throw error;
    }
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
