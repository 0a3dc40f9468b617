import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureDataDir, type Config } from './config.ts';
import { auditFindings, drill, sizeOf } from './kit/backup/drill.ts';
import { fingerprintNow } from './kit/backup/fingerprint.ts';
import { makeBackup } from './kit/backup/make-backup.ts';
import { sealNewKeys } from './kit/backup/new-keys.ts';
import { recoveryKey } from './kit/backup/recovery-key.ts';
import { choose, type Choice } from './kit/backup/choose.ts';
import { beginNewEpoch, restoreInto } from './kit/backup/restore.ts';
import type { BackupSettings } from './kit/backup/settings.ts';
import type { History } from './kit/backup/histories.ts';
import { filesFailingSentence, isSameDisk, sameDiskSentence } from './kit/backup/warnings.ts';
import { positionOf, type Fork } from './kit/backup/timelines.ts';
import { backupsIn, vaultOf, type About } from './kit/backup/vault.ts';
import { giveAllToOwner } from './kit/backup/vault-files.ts';
import { findPlace } from './kit/db/embedded-postgres-place.ts';
import { walFolder } from './kit/db/embedded-postgres.ts';
import type { Keeper } from './kit/keys/rotate.ts';
import type { OwnDatabase } from './kit/db/own-database.ts';

export const backupUsage = `  backup                                      backs up the database now, encrypted with the recovery passphrase
  backups                                     lists the backups: when, how large, when read back and when restored
  restore --into <new directory> [--to <time>] [--backup <name>] [--history <number>]
                                              restores to a moment, or everything there is, into a new place; of the
                                              newest history, where earlier restores made several
  restore-drill [--backup <name>]             restores the last backup beside the data, compares it, and removes it`;

type RestoreOptions = Partial<Record<'into' | 'to' | 'backup' | 'history', string | undefined>>;

/** Those that start no database of ours: it may be lost. */
export const commandsAlone: Record<string, (config: Config, options: RestoreOptions) => Promise<void>> = {
  backups: listBackups,
  restore,
  'restore-drill': restoreDrill,
};

export async function backUp({ ownerUrl, where }: OwnDatabase, config: Config): Promise<void> {
  const { dir, passphrase } = await settingsToWrite(config);
  if (where === null) throw new Error('A database of DATABASE_URL is backed up by its own tools, such as pgBackRest.');
  const tellFiles = () => {
    console.error(filesFailingSentence);
    process.exitCode = 1;
  };
  const to = { dir, key: recoveryKey(passphrase), tellFiles };
  const about = await makeBackup({ ownerUrl, where, dataDir: config.dataDir }, to);
  console.log(`The backup ${about.id} was made and read back: ${lineOf(about)}.`);
}

/** Where keys go that are about to be used; undefined where no backups are made here. */
export function newKeysKeeper({ ownerUrl, where }: OwnDatabase, { backup }: Config): Keeper['keep'] {
  if (!backup || where === null) return undefined;
  return async (files) => {
    await giveAllToOwner(backup.dir);
    await sealNewKeys({ ownerUrl }, { dir: backup.dir, key: recoveryKey(backup.passphrase) }, files);
  };
}

async function listBackups(config: Config): Promise<void> {
  const { dir } = settingsOf(config);
  const found = await backupsIn(dir);
  for (const about of found) console.log(`${about.id}: ${lineOf(about)}`);
  if (found.length === 0) console.log(`There are no backups in ${dir}.`);
  // The data may be lost, and is not made here.
  if (existsSync(config.dataDir) && (await isSameDisk(dir, config.dataDir))) console.error(sameDiskSentence);
  for (const system of new Set(found.map((about) => about.system))) {
    const vault = vaultOf(dir, system);
    const histories = await vault.histories();
    for (const history of histories.toSorted((a, b) => a.timeline - b.timeline)) {
      const { drill: drilled, audit } = await vault.checks(history.timeline);
      const which = histories.length === 1 ? '' : `History ${history.timeline}: `;
      if (histories.length > 1) console.log(historyLine(history));
      if (drilled) tellCheck(`${which}The backup ${drilled.backup} was restored on trial`, drilled);
      if (audit) tellCheck(`${which}The audit log was checked`, audit);
    }
  }
}

function historyLine({ timeline, parents, beganAt, wroteAt }: History): string {
  const from = parents.length === 0 ? 'is the first' : `goes on from history ${parents.at(-1)?.timeline}`;
  const began = beganAt === null ? '' : `, since ${beganAt}`;
  return `History ${timeline} ${from}${began}, ${wroteAt === null ? 'never written to' : `written to until ${wroteAt}`}.`;
}

function tellCheck(what: string, { at, seconds, findings }: { at: string; seconds: number; findings: string[] }): void {
  const verdict = findings.length === 0 ? 'nothing was changed' : findings.join(' ');
  console.log(`${what} ${at}, in ${seconds} s: ${verdict}.`.replace(/\.\.$/, '.'));
  if (findings.length > 0) process.exitCode = 1;
}

function lineOf({ endedAt, bytes, sealedBytes, verifiedAt, drilledAt }: About): string {
  const size = `${megabytes(bytes)}, ${megabytes(sealedBytes)} encrypted`;
  const drilled = drilledAt === null ? 'not restored yet' : `restored on trial ${drilledAt}`;
  return `ended ${endedAt}, ${size}, ${verifiedAt === null ? 'not read back' : `read back ${verifiedAt}`}, ${drilled}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

async function restore(config: Config, options: RestoreOptions): Promise<void> {
  const { dir, passphrase } = await settingsToWrite(config);
  if (options.into === undefined) throw new Error('Name a new directory: --into <directory>.');
  const into = resolve(options.into);
  const { about, target, history, passedOver } = await chosen(dir, options);
  const began = performance.now();
  const walFolders = leftFolders(config.dataDir, into, about);
  const key = recoveryKey(passphrase);
  const restoring = { about, dir, key, into, target, history, walFolders, goesOn: true };
  const { server, was, through, endsEarly, goneOn, putStart } = await restoreInto(restoring);
  try {
    await beginNewEpoch(server.ownerUrl);
    await putStart();
    const state = await fingerprintNow(server.ownerUrl);
    const { lines, findings } = await auditFindings(server, into, config.auditKey);
    const last = through === null ? 'nothing after it' : `everything through ${through}`;
    console.log(`Restored the backup ${about.id} and ${last}, in ${minutes(performance.now() - began)} minutes.`);
    console.log(`It is of history ${history.timeline} of these backups, and goes on as history ${goneOn?.timeline}.`);
    if (was === null)
      console.error(
        'What each table held at the backup cannot be read, so a drill could not compare it. No row is lost by that.',
      );
    for (const { timeline } of passedOver)
      console.log(
        `History ${timeline} was passed over: no server ever wrote to it. To restore it: --history ${timeline}.`,
      );
    if (endsEarly) console.log('Nothing was written between then and the moment that was asked for.');
    const passed = goneOn && target.kind === 'time' ? leftBehind(history, target.at, goneOn.parents) : null;
    if (passed !== null)
      console.log(
        `History ${history.timeline} began after that. History ${passed} has later changes: --history ${passed}.`,
      );
    for (const [table, { rows }] of Object.entries(state)) if (rows > 0) console.log(`  ${table}: ${rows}`);
    const { tables, rows } = sizeOf(state);
    console.log(`${rows} rows in ${tables} tables.`);
    for (const line of lines) console.log(line);
    for (const finding of findings) console.error(finding);
    if (findings.length > 0) process.exitCode = 1;
    console.log(findings.length === 0 ? 'The audit log was not altered.' : 'The audit log was altered.');
    console.log(
      `Start it with DATA_DIR=${into}. Every device loads its copy again and sends again what the backup may lack.`,
    );
  } finally {
    await server.stop();
  }
}

async function restoreDrill(config: Config, options: RestoreOptions): Promise<void> {
  const { dir, passphrase } = await settingsToWrite(config);
  ensureDataDir(config);
  const { about } = await chosen(dir, options);
  const { dataDir, auditKey } = config;
  const { seconds, tables, rows, findings } = await drill({
    about,
    dir,
    key: recoveryKey(passphrase),
    dataDir,
    auditKey,
  });
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) process.exitCode = 1;
  const verdict = findings.length === 0 ? 'the same as when it was made' : 'not the same as when it was made';
  console.log(
    `The backup ${about.id} came back in ${minutes(seconds * 1_000)} minutes: ${rows} rows in ${tables} tables, ${verdict}.`,
  );
}

async function chosen(dir: string, { to, backup, history }: RestoreOptions): Promise<Choice> {
  const at = to === undefined ? undefined : momentOf(to);
  return choose(await backupsIn(dir), (system) => vaultOf(dir, system).histories(), {
    at,
    backup,
    history: history === undefined ? undefined : numberOf(history),
  });
}

function numberOf(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error('Name a history by its number: --history 1.');
  return number;
}

/**
 * Of which former history a moment is, where the wanted one began only after it, from an earlier one: what was written
 * between the two was left behind. Null where nothing was.
 */
function leftBehind({ parents, beganAt }: History, at: string, now: readonly Fork[]): number | null {
  const [left, reached] = [parents.at(-1), now.at(-1)];
  if (!left || !reached || beganAt === null || at >= beganAt) return null;
  return positionOf(reached.lsn) >= positionOf(left.lsn) ? left.timeline : null;
}

function momentOf(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Error('Write the moment as 2026-11-26T14:30:00Z, or with another offset.');
  return at.toISOString();
}

/** The log that a lost server had not backed up yet: what was written in its last minute is in it alone. */
function leftFolders(dataDir: string, into: string, { system }: About): string[] {
  if (!existsSync(dataDir) || resolve(dataDir) === into) return [];
  const { root } = findPlace(dataDir);
  const control = join(root, 'pg18', 'global', 'pg_control');
  // The cluster's own number comes first in that file.
  const isSame = existsSync(control) && String(readFileSync(control).readBigUInt64LE(0)) === system;
  return isSame ? [walFolder(root), join(root, 'pg18', 'pg_wal')] : [];
}

function settingsOf({ backup }: Config): BackupSettings {
  if (!backup) throw new Error('Set BACKUP_PASSPHRASE_FILE to a file with the passphrase that encrypts the backups.');
  return backup;
}

/** Before something is put there: what root left by a command of before, the server could not read. */
async function settingsToWrite(config: Config): Promise<BackupSettings> {
  const settings = settingsOf(config);
  await giveAllToOwner(settings.dir);
  return settings;
}

function minutes(ms: number): string {
  return (ms / 60_000).toFixed(2);
}
