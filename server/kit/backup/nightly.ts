import type { Database } from '../db/database.ts';
import { drill, lookAtAudit, sentenceOf } from './drill.ts';
import { historyHere, newestOf } from './history-here.ts';
import { hasNewerKeys, makeBackup, type BackupTo, type Source } from './make-backup.ts';
import { backupsToKeep, isBackupDue, isDrillDue, newKeysToKeep, walToKeep } from './retention.ts';
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
export async function backUpWhenDue({ source, to, hour, now = () => new Date(), signal }: Nightly): Promise<boolean> {
  const { system, timeline } = await asOwner(source, historyHere);
  const newest = newestOf(to.dir, { system, timeline });
  const isOutOfKeys = newest !== undefined && hasNewerKeys(source, newest.startedAt);
  if (!isOutOfKeys && !isBackupDue(newest?.endedAt, hour, now())) return false;
  await makeBackup(source, to, signal);
  prune(to.dir, system, now());
  return true;
}

/** Once a night. What fails is not tried again before the next one. */
export async function checkAuditWhenDue(of: Nightly, database: Database, tell: Tell): Promise<boolean> {
  const { source, to, hour, auditKey, now = () => new Date() } = of;
  const { system, timeline } = await asOwner(source, historyHere);
  const vault = vaultOf(to.dir, system);
  if (!isBackupDue(vault.checks(timeline).audit?.at, hour, now())) return false;
  const began = performance.now();
  const { lines, findings } = await lookAtAudit(database, { auditKey, dataDir: source.dataDir }).catch(
    (error: unknown) => ({ lines: [], findings: [`It could not be looked at: ${sentenceOf(error)}`] }),
  );
  const seconds = Math.round(performance.now() - began) / 1_000;
  vault.saveCheck({ audit: { at: now().toISOString(), seconds, findings } }, timeline);
  tell(`the audit log of ${lines.length} sites was checked in ${seconds} s`, findings);
  return true;
}

/** Once a week, in the night: with a backup that was just made. */
export async function drillWhenDue(of: Nightly, tell: Tell): Promise<boolean> {
  const { source, to, auditKey, now = () => new Date(), ...how } = of;
  const { system, timeline } = await asOwner(source, historyHere);
  const about = newestOf(to.dir, { system, timeline });
  if (!about || !isDrillDue(vaultOf(to.dir, system).checks(timeline).drill, about, now())) return false;
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
  const histories = vault.histories();
  const kept = backupsToKeep(all, now, histories);
  // A server beside this one may just be making one.
  const yesterday = new Date(now.getTime() - 24 * 3_600_000).toISOString().slice(0, 19).replaceAll(':', '-');
  for (const id of vault.unfinished()) if (id < yesterday) vault.remove(id);
  for (const { id } of all.filter((each) => !kept.includes(each))) vault.remove(id);
  const names = vault.walNames();
  const left = new Set(walToKeep(names, kept, now, histories));
  for (const name of names) if (!left.has(name)) vault.removeWal(name);
  const newKeys = vault.newKeyNames();
  const neededKeys = new Set(newKeysToKeep(newKeys, kept, now, histories));
  for (const name of newKeys) if (!neededKeys.has(name)) vault.removeNewKeys(name);
}
