import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { drill, lookAtAudit, sentenceOf } from './drill.ts';
import { clusterOf, hasNewerKeys, makeBackup, type BackupTo, type Source } from './make-backup.ts';
import { backupsToKeep, isBackupDue, isDrillDue, walToKeep } from './retention.ts';
import { asOwner } from './as-owner.ts';
import { backupsIn, vaultOf } from './vault.ts';

export type Nightly = {
  source: Source;
  to: BackupTo;
  hour: number;
  auditKey: string | undefined;
  now?: () => Date;
  fsync?: boolean;
  /** The server is to end: what is given up then has not failed. */
  signal?: AbortSignal;
};
/** One line about what was looked at; `findings` where it is not as it was. */
export type Tell = (line: string, findings: readonly string[]) => void;

/** Also at once after a restore, whose timeline has no backup of its own, and after keys were rotated. */
export async function backUpWhenDue({ source, to, hour, now = () => new Date() }: Nightly): Promise<boolean> {
  const { system, timeline } = await asOwner(source, async (client) => ({
    system: await clusterOf(client),
    timeline: await timelineOf(client),
  }));
  const newest = backupsIn(to.dir).findLast((each) => each.system === system);
  const isOfAnother = newest !== undefined && newest.walEnd.slice(0, 8) !== timeline;
  const isOutOfKeys = newest !== undefined && hasNewerKeys(source, newest.startedAt);
  if (!isOfAnother && !isOutOfKeys && !isBackupDue(newest?.endedAt, hour, now())) return false;
  await makeBackup(source, to);
  prune(to.dir, system, now());
  return true;
}

/** Once a night. What fails is not tried again before the next one. */
export async function checkAuditWhenDue(of: Nightly, database: Database, tell: Tell): Promise<boolean> {
  const { source, to, hour, auditKey, now = () => new Date() } = of;
  const vault = vaultOf(to.dir, await asOwner(source, clusterOf));
  if (!isBackupDue(vault.checks().audit?.at, hour, now())) return false;
  const began = performance.now();
  const { lines, findings } = await lookAtAudit(database, { auditKey, dataDir: source.dataDir }).catch(
    (error: unknown) => ({ lines: [], findings: [`It could not be looked at: ${sentenceOf(error)}`] }),
  );
  const seconds = Math.round(performance.now() - began) / 1_000;
  vault.saveCheck({ audit: { at: now().toISOString(), seconds, findings } });
  tell(`the audit log of ${lines.length} sites was checked in ${seconds} s`, findings);
  return true;
}

/** Once a week, in the night: with a backup that was just made. */
export async function drillWhenDue(of: Nightly, tell: Tell): Promise<boolean> {
  const { source, to, auditKey, now = () => new Date(), ...how } = of;
  const system = await asOwner(source, clusterOf);
  const about = backupsIn(to.dir).findLast((each) => each.system === system);
  if (!about || !isDrillDue(vaultOf(to.dir, system).checks().drill, about, now())) return false;
  const { fsync, signal } = how;
  const drilling = { about, dir: to.dir, key: to.key, dataDir: source.dataDir, auditKey, fsync, signal };
  const { seconds, rows, findings } = await drill(drilling);
  tell(`the backup ${about.id} was restored on trial in ${seconds} s: ${rows} rows`, findings);
  return true;
}

/** After a new backup alone: nothing that is needed goes before there is something newer. */
function prune(dir: string, system: string, now: Date): void {
  const vault = vaultOf(dir, system);
  const all = backupsIn(dir).filter((each) => each.system === system);
  const kept = backupsToKeep(all, now);
  for (const id of vault.unfinished()) if (id < (all.at(-1)?.id ?? '')) vault.remove(id);
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
