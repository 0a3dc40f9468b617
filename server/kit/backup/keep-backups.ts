import type { Database } from '../db/database.ts';
import { walFolder } from '../db/embedded-postgres.ts';
import { pollLoop } from '../rounds.ts';
import { filesFolder } from '../files/file-store.ts';
import { asOwner } from './as-owner.ts';
import { filesTaken } from './copy-files.ts';
import { removeDrills } from './drill.ts';
import { historyHere, newestOf } from './history-here.ts';
import { backUpWhenDue, checkAuditWhenDue, drillWhenDue, type Nightly, type Tell, type TellLeft } from './nightly.ts';
import { sealWal } from './seal-wal.ts';
import { vaultOf } from './vault.ts';
import {
  filesFailingSentence,
  isHanging,
  isSameDisk,
  logFailingSentence,
  sameDiskSentence,
  warningsOf,
} from './warnings.ts';

/** A lost disk costs what is not here yet: a segment is ended within 50 s and taken away within these. */
const everyMs = 5_000;

export type KeepBackups = Nightly & { database: Database; told: { failed(): void; checked: Tell; left: TellLeft } };
export type Backups = { warnings(): string[]; stop(): Promise<void> };

/** Seals the log as it comes, backs up and looks at the audit log once a night, and restores on trial once a week. */
export async function keepBackups(given: KeepBackups): Promise<Backups> {
  const ending = new AbortController();
  const signal = given.signal ? AbortSignal.any([given.signal, ending.signal]) : ending.signal;
  const of = { ...given, signal };
  const { source, to, database, now = () => new Date() } = of;
  const told = {
    checked: of.told.checked,
    failed() {
      if (!signal.aborted) of.told.failed();
    },
  };
  const here = await asOwner(source, historyHere);
  await removeDrills(source.dataDir);
  let warnings: string[] = [];
  let isLogFailing = false;
  let areFilesFailing = false;
  let isLeft = false;
  let takingSince: number | undefined;
  const tellLeft: TellLeft = (sentences) => {
    isLeft = sentences.length > 0;
    if (isLeft) of.told.left(sentences);
  };
  const log = pollLoop(
    async () => {
      takingSince = performance.now();
      try {
        areFilesFailing = !(await takeWal(of, here.system));
        isLogFailing = false;
      } catch (error) {
        isLogFailing = true;
        throw error;
      } finally {
        takingSince = undefined;
      }
      // Told once, until a round has gone well.
      if (areFilesFailing) throw new Error(filesFailingSentence);
    },
    told,
    everyMs,
  );
  const nights = pollLoop(
    async ({ attempt, isStopped }) => {
      let isFailing = true;
      await attempt(async () => {
        await backUpWhenDue(of, tellLeft);
        isFailing = false;
      });
      if (!isStopped()) await attempt(async () => void (await checkAuditWhenDue(of, database, told.checked)));
      if (!isStopped()) await attempt(async () => void (await drillWhenDue(of, told.checked)));
      const newest = await newestOf(to.dir, here);
      const checks = await vaultOf(to.dir, here.system).checks(here.timeline);
      const isOneDisk = await isSameDisk(to.dir, source.where);
      warnings = [
        ...warningsOf({ checks, newest, isFailing, isLeft, now: now() }),
        ...(isOneDisk ? [sameDiskSentence] : []),
      ];
    },
    told,
    everyMs,
  );
  return {
    // What was found on the disk when it answered last: whoever asks does not wait for it.
    warnings: () => [
      ...(isLogFailing || isHanging(takingSince, performance.now()) ? [logFailingSentence] : []),
      ...(areFilesFailing ? [filesFailingSentence] : []),
      ...warnings,
    ],
    async stop() {
      ending.abort();
      // One that is under way is given up, which ends its round; what it still writes meanwhile goes after that.
      await removeDrills(source.dataDir);
      await Promise.all([log.stop(), nights.stop()]);
      await removeDrills(source.dataDir);
    },
  };
}

type Taken = Pick<Nightly, 'to'> & { source: Pick<Nightly['source'], 'dataDir' | 'where'> };

/** False where files could not be copied: one that is lost already keeps nothing else from the backups. */
export async function takeWal({ source, to }: Taken, system: string): Promise<boolean> {
  // Before the log: no row in the backups names a file that could have been copied and was not.
  const areFilesThere = await filesTaken(filesFolder(source.dataDir), to.dir);
  await sealWal(walFolder(source.where), vaultOf(to.dir, system), to.key);
  return areFilesThere;
}
