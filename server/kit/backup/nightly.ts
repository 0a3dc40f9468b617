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

/** What a night's backup could not remove of former ones, one sentence for each part; none where all is well. */
export type TellLeft = (sentences: readonly string[]) => void;

/** Also at once after a restore, whose timeline has no backup of its own, and after keys were rotated. */
export async function backUpWhenDue(of: Nightly, tellLeft: TellLeft = () => undefined): Promise<boolean> {
  const { source, to, hour, now = () => new Date(), signal } = of;
  const { system, timeline } = await asOwner(source, historyHere);
  const newest = await newestOf(to.dir, { system, timeline });
  const isOutOfKeys = newest !== undefined && hasNewerKeys(source, newest.startedAt);
  if (!isOutOfKeys && !isBackupDue(newest?.endedAt, hour, now())) return false;
  await makeBackup(source, to, signal);
  tellLeft(await prune(to.dir, system, now()));
  return true;
}

/** Once a night. What fails is not tried again before the next one. */
export async function checkAuditWhenDue(of: Nightly, database: Database, tell: Tell): Promise<boolean> {
  const { source, to, hour, auditKey, now = () => new Date() } = of;
  const { system, timeline } = await asOwner(source, historyHere);
  const vault = vaultOf(to.dir, system);
  if (!isBackupDue((await vault.checks(timeline)).audit?.at, hour, now())) return false;
  const began = performance.now();
  const { lines, findings } = await lookAtAudit(database, { auditKey, dataDir: source.dataDir }).catch(
    (error: unknown) => ({ lines: [], findings: [`It could not be looked at: ${sentenceOf(error)}`] }),
  );
  const seconds = Math.round(performance.now() - began) / 1_000;
  await vault.saveCheck({ audit: { at: now().toISOString(), seconds, findings } }, timeline);
  tell(`the audit log of ${lines.length} sites was checked in ${seconds} s`, findings);
  return true;
}

/** Once a week, in the night: with a backup that was just made. */
export async function drillWhenDue(of: Nightly, tell: Tell): Promise<boolean> {
  const { source, to, auditKey, now = () => new Date(), ...how } = of;
  const { system, timeline } = await asOwner(source, historyHere);
  const about = await newestOf(to.dir, { system, timeline });
  const { drill: last } = await vaultOf(to.dir, system).checks(timeline);
  if (!about || !isDrillDue(last, about, now())) return false;
  const { fsync, signal } = how;
  const drilling = { about, dir: to.dir, key: to.key, dataDir: source.dataDir, auditKey, fsync, signal };
  const { seconds, rows, findings } = await drill(drilling);
  tell(`the backup ${about.id} was restored on trial in ${seconds} s: ${rows} rows`, findings);
  return true;
}

/**
 * After a new backup alone: nothing that is needed goes before there is something newer. What cannot be removed stays
 * until the next time, and keeps nothing else from going.
 */
export async function prune(dir: string, system: string, now: Date): Promise<string[]> {
  const vault = vaultOf(dir, system);
  const all = (await backupsIn(dir)).filter((each) => each.system === system);
  const histories = await vault.histories();
  const kept = backupsToKeep(all, now, histories);
  const sentences: string[] = [];
  const removeEach = async (names: readonly string[], remove: (name: string) => Promise<void>) => {
    for (const name of names)
      await remove(name).catch((error: unknown) => sentences.push(`${name}: ${sentenceOf(error)}`));
  };
  // A server beside this one may just be making one.
  const yesterday = new Date(now.getTime() - 24 * 3_600_000).toISOString().slice(0, 19).replaceAll(':', '-');
  const unfinished = (await vault.unfinished()).filter((id) => id < yesterday);
  const over = all.filter((each) => !kept.includes(each)).map(({ id }) => id);
  await removeEach([...unfinished, ...over], vault.remove);
  const log = await vault.walNames();
  const needed = new Set(walToKeep(log, kept, now, histories));
  await removeEach(without(log, needed), vault.removeWal);
  const newKeys = await vault.newKeyNames();
  const neededKeys = new Set(newKeysToKeep(newKeys, kept, now, histories));
  await removeEach(without(newKeys, neededKeys), vault.removeNewKeys);
  return sentences;
}

function without(names: readonly string[], needed: ReadonlySet<string>): string[] {
  return names.filter((name) => !needed.has(name));
}
