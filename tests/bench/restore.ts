import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { seedAroundToday } from '#server/demo-logins.ts';
import { drill } from '#server/kit/backup/drill.ts';
import { makeBackup } from '#server/kit/backup/make-backup.ts';
import { recoveryKey } from '#server/kit/backup/recovery-key.ts';
import { restoreInto } from '#server/kit/backup/restore.ts';
import { startEmbedded, walFolder } from '#server/kit/db/embedded-postgres.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { figure, type Figure } from './measure.ts';

/** RESTORE_PATIENTS and RESTORE_VISITS: how large the clinic is. */
const patients = Number(process.env['RESTORE_PATIENTS'] ?? 50_000);
const visits = Number(process.env['RESTORE_VISITS'] ?? 200_000);

/** How long a clinic is gone after its disk was, and how much of what it had said yes to is lost with its log left. */
export async function benchRestore(): Promise<Figure[]> {
  const root = mkdtempSync(join(tmpdir(), 'mainstay-restore-'));
  chmodSync(root, 0o755);
  const [dataDir, dir] = [join(root, 'data'), join(root, 'vault')];
  const key = recoveryKey('twelve brown horses');
  const server = await startEmbedded(dataDir, { archives: true });
  try {
    await migrate(server.ownerUrl);
    await seedAroundToday(server.ownerUrl);
    await fill(server.ownerUrl);
    const backupStart = performance.now();
    const about = await makeBackup({ ownerUrl: server.ownerUrl, where: server.where, dataDir }, { dir, key });
    const backupMs = performance.now() - backupStart;
    console.error(`${(about.bytes / 1e6).toFixed(0)} MB, ${(about.sealedBytes / 1e6).toFixed(0)} MB sealed`);
    const drilled = await drill({ about, dir, key, dataDir, auditKey: undefined });
    if (drilled.findings.length > 0) throw new Error(drilled.findings.join('\n'));
    const lastMs = performance.now();
    const writes = await writeOn(server.ownerUrl, 200);
    console.error(`${writes} more writes in ${(performance.now() - lastMs).toFixed(0)} ms, then the server is gone`);
    await server.stop();
    const restoreStart = performance.now();
    const folders = [walFolder(server.where), join(server.where, 'pg18', 'pg_wal')];
    const into = join(root, 'restored');
    const back = await restoreInto({ about, dir, key, into, target: { kind: 'latest' }, walFolders: folders });
    const restoreMs = performance.now() - restoreStart;
    const there = await count(back.server.ownerUrl);
    await back.server.stop();
    const size = `${patients} patients, ${visits} visits`;
    return [
      figure(`backup of ${size}, read back`, 's', [backupMs / 1_000], 600),
      figure(`restore drill of ${size}, until the database is there`, 's', [drilled.seconds], 300),
      figure(`restore of ${size} to the last commit (RTO)`, 's', [restoreMs / 1_000], 300),
      figure('commits lost while the log survives (RPO)', 'commits', [writes - there], 0),
    ];
  } finally {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Copies of the demo clinic's people and visits, through its triggers: each with its history and its audit entry. */
async function fill(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const copy = async (table: string, key: string, count: number, more: Record<string, string> = {}) => {
      const { rows } = await client.query<{ name: string }>(
        `select column_name as name from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      );
      const own: Record<string, string> = { [key]: 'gen_random_uuid()', ...more };
      const names = rows.map(({ name }) => `"${name}"`).join();
      const values = rows.map(({ name }) => own[name] ?? `t."${name}"`).join();
      await client.query(
        `insert into ${table} (${names}) select ${values}
         from (select *, row_number() over () as n from ${table} where site = 'demo') t
         cross join generate_series(1, $1::int / greatest(1, (select count(*)::int from ${table} where site = 'demo')) + 1)
         limit $1`,
        [count],
      );
    };
    await copy('patients', 'PatientId', patients, { PersonId: 'gen_random_uuid()' });
    await copy('visits', 'VisitId', visits);
    await client.query('create table bench_writes (n int primary key)');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function writeOn(ownerUrl: string, count: number): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  for (let n = 0; n < count; n += 1) await client.query('insert into bench_writes values ($1)', [n]);
  await client.end();
  return count;
}

async function count(ownerUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ n: string }>('select count(*) as n from bench_writes');
  await client.end();
  return Number(rows[0]?.n);
}
