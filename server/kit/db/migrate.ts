import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

type Migration = { name: string; text: string; sha256: string };

const ownFolder = join(import.meta.dirname, '..', '..', 'migrations');

/**
 * Brings the schema up to date, one file per transaction; returns the names of the files it ran. Where the signal comes,
 * the file under way is taken back, and the next start runs it.
 */
export async function migrate(ownerUrl: string, folder: string = ownFolder, signal?: AbortSignal): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mainstay-migrate' });
  // What its end breaks off fails by itself.
  client.on('error', () => undefined);
  await client.connect();
  const giveUp = await backendOf(client, ownerUrl);
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', giveUp);
    // Two processes that start at once run each file once.
    await client.query('select pg_advisory_lock(7260002)');
    await client.query(`create table if not exists schema_migrations (
      name text primary key, sha256 text not null, at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migrations order by name',
    );
    refuseForeignHistory(migrations, rows);
    const done = new Set(rows.map((row) => row.name));
    const waiting = migrations.filter((each) => !done.has(each.name));
    for (const migration of waiting) await apply(client, migration);
    await closeToTheApi(client);
    await closeToPatients(client);
    return waiting.map((each) => each.name);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await client.end();
  }
}

/** Ends what a connection does: PostgreSQL would go on with a statement whose asker is gone. */
async function backendOf(client: pg.Client, ownerUrl: string): Promise<() => void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return () => {
    const other = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 1_000 });
    other.on('error', () => undefined);
    void other
      .connect()
      .then(() => other.query('select pg_terminate_backend($1)', [rows[0]?.pid]))
      .catch(() => undefined)
      .finally(() => other.end().catch(() => undefined));
  };
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  return names.toSorted().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
  });
}

function refuseForeignHistory(migrations: Migration[], applied: { name: string; sha256: string }[]): void {
  const here = new Map(migrations.map((each) => [each.name, each.sha256]));
  for (const { name, sha256 } of applied) {
    const known = here.get(name);
    if (known === undefined) {
      throw new Error(
        `The database was migrated by a newer Mainstay (${name} is not known here). Start that version; nothing was changed.`,
      );
    }
    if (known !== sha256) {
      throw new Error(
        `The migration ${name} was changed after this database ran it. Put the file back and write a new migration; nothing was changed.`,
      );
    }
  }
  const last = applied.at(-1)?.name ?? '';
  const late = migrations.find((each) => each.name < last && !applied.some((row) => row.name === each.name));
  if (late)
    throw new Error(
      `The migration ${late.name} comes before ${last}, which this database already ran. Give it a higher number; nothing was changed.`,
    );
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${lockTimeout}'`);
    while ((await rowsDone(client, migration)) > 0) {
      await client.query('commit');
      await client.query('begin');
      await client.query(`set local lock_timeout = '${lockTimeout}'`);
    }
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${migration.name} failed and was rolled back: ${reason}`, { cause: error });
  }
}

/**
 * Runs a file. One that begins with `-- In batches` is a single statement that does some rows and tells how many as
 * `done`: it is run again, each time in a transaction of its own, until there are none. It may begin anew after a stop.
 */
async function rowsDone(client: pg.Client, { text }: Migration): Promise<number> {
  const { rows } = await client.query<{ done?: number }>(text);
  return text.startsWith('-- In batches') ? (rows[0]?.done ?? 0) : 0;
}

/** Of a database that belongs to somebody else they stay; search paths keep temporary names harmless there. */
const noTemporaryTables = `do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
exception when insufficient_privilege then null;
end $$`;

/** A migration waits so long for a table that others use; then it is taken back, and the next start tries again. */
const lockTimeout = '15s';

/** Tables that came with a migration show nothing in a transaction of a patient, unless they say otherwise (0150). */
async function closeToPatients(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regproc('close_to_patients') is not null as "isThere"`,
  );
  if (rows[0]?.isThere) await client.query('select close_to_patients()');
}

/** The API reads the list of migrations, never writes it; an owner who is no superuser may take the API's role. */
async function closeToTheApi(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ rolsuper: boolean; hasApi: boolean }>(
    `select rolsuper, exists (select from pg_roles where rolname = 'mainstay_api') as "hasApi" from pg_roles where rolname = current_user`,
  );
  if (!rows[0]?.hasApi) return;
  await client.query('revoke all on schema_migrations from mainstay_api');
  await client.query('grant select on schema_migrations to mainstay_api');
  if (!rows[0].rolsuper) await client.query('grant mainstay_api to current_user');
  await client.query(noTemporaryTables);
}
