import pg from 'pg';
import { walFolder } from '../db/embedded-postgres.ts';
import { pollLoop, type Rounds } from '../rounds.ts';
import { clusterOf, makeBackup, type BackupTo, type Source } from './make-backup.ts';
import { backupsToKeep, isBackupDue, walToKeep } from './retention.ts';
import { sealWal } from './seal-wal.ts';
import { backupsIn, vaultOf } from './vault.ts';

/** A lost disk costs what is not here yet: a segment is ended within 50 s and taken away within these. */
const everyMs = 5_000;

export type KeepBackups = { source: Source; to: BackupTo; hour: number; now?: () => Date; told: { failed(): void } };

/** Seals the log as it comes, backs up once a night, and removes what no one would restore any more. */
export function keepBackups(of: KeepBackups): Rounds {
  return pollLoop(
    async ({ attempt }) => {
      await attempt(() => takeWal(of));
      await attempt(async () => void (await backUpWhenDue(of)));
    },
    of.told,
    everyMs,
  );
}

async function takeWal({ source, to }: KeepBackups): Promise<void> {
  const system = await asOwner(source, clusterOf);
  await sealWal(walFolder(source.where), vaultOf(to.dir, system), to.key);
}

/** Also at once after a restore: its timeline has no backup of its own. */
export async function backUpWhenDue({ source, to, hour, now = () => new Date() }: KeepBackups): Promise<boolean> {
  const { system, timeline } = await asOwner(source, async (client) => ({
    system: await clusterOf(client),
    timeline: await timelineOf(client),
  }));
  const own = backupsIn(to.dir).filter((each) => each.system === system);
  const newest = own.at(-1);
  const isOfAnother = newest !== undefined && newest.walEnd.slice(0, 8) !== timeline;
  if (!isOfAnother && !isBackupDue(newest?.endedAt, hour, now())) return false;
  await makeBackup(source, to);
  prune(to.dir, system, now());
  return true;
}

/** After a new backup alone: nothing that is needed goes before there is something newer. */
function prune(dir: string, system: string, now: Date): void {
  const vault = vaultOf(dir, system);
  const all = backupsIn(dir).filter((each) => each.system === system);
  const kept = backupsToKeep(all, now);
  for (const { id } of all.filter((each) => !kept.includes(each))) vault.remove(id);
  const names = vault.walNames();
  const left = new Set(walToKeep(names, kept, now));
  for (const name of names) if (!left.has(name)) vault.removeWal(name);
}

async function timelineOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ timeline: string }>(
    'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline',
  );
  return rows[0]?.timeline ?? '';
}

async function asOwner<R>({ ownerUrl }: Source, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mainstay-backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
